"""First names to rename people by: of many origins, apart from those that our templates draw from.

None is an English word, a place or a month, none ends in s (so that "'s" is always right), and each is one word.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from dunyazad.problems.word_lists import words

__all__ = ["FEMALE", "MALE", "UNISEX", "Gender"]

Gender: TypeAlias = Literal["female", "male", "unisex"]

FEMALE: Final = words(
    """
    Aarti Adjoa Adunni Aella Afia Afsaneh Agata Agnete Aida Ailsa Aimi Aishwarya Akiko Alejandrina Aleksandra
    Alethea Aletta Alfhild Aliisa Alix Almudena Altagracia Amalie Ameyalli Amina Anahi Anaya Anisa Anja Annelie
    Annika Annukka Antje Anusha Anwen Aoife Apolonia Araminta Aranka Arwen Asha Ashwini Asuka Atefeh Augustina
    Aurelie Avani Ayesha Ayumi Azra Babette Banu Beathe Berenike Berit Berivan Bethan Bianka Binta Blanka Bodil
    Boglarka Bojana Branka Briseida Brunhilde Bukola Busisiwe Caoimhe Carlotta Carolien Catrin Ceridwen Chandni
    Chantal Chioma Chizoba Cilla Citlali Clelia Corentine Cristiana Dagmar Damayanti Danika Daphna Darinka Debora
    Deepika Demelza Denitsa Derya Devika Dilara Dinara Divya Dobrila Dominika Dorothea Dorte Drusilla Ecaterina
    Edibe Edurne Efthymia Eimear Eira Elanor Eleftheria Elfriede Elin Eliska Elke Ellinor Elzbieta Emese Emine
    Enikoe Erlinda Ermintrude Esme Etsuko Eudora Eunike Evdokia Evelien Ewa Fabienne Fadila Faiza Farah Fatou Fedora
    Feodora Feride Fernanda Filiz Fionnuala Firuza Franziska Frauke Fredrika Freya Friederike Funmilayo Galia
    Germaine Ghada Gintare Gisela Gitte Grainne Grazyna Grietje Guendolina Gunilla Gwenllian Gwyneth Halima Hanako
    Haneul Hanneke Hatice Hedwig Heike Helmi Henrike Hermine Herta Hilde Hinemoa Hitomi Hulda Iara Ida Ieva Ifeoma
    Ilaria Ildefonsa Ilse Imelda Immaculata Inderjit Inger Inkeri Ioana Irmeli Irmgard Isadora Isaura Itziar Ivana
    Izabela Izumi Jacinta Jagoda Jana Jaswinder Jelka Jimena Jirina Johanne Josefina Jovana Jowita Judita Julieta
    Junko Justyna Jyoti Kadri Kalpana Kamila Karin Karolina Katalin Katinka Katrine Kausar Kazimiera Keiko Kerstin
    Khanh Kimiko Kinga Kirsten Kirsti Kiyomi Kornelia Kristiina Krystyna Ksenia Kumiko Lakshmi Lalita Larysa Latifa
    Lavinia Leena Lenka Leontine Liesbeth Liisa Lilja Linh Liva Ljubica Lorenza Lotta Lubna Lucasta Lucinda Ludivine
    Luisa Lupita Lyudmila Maaike Macarena Madalena Maeve Magdalena Mahalia Mahnaz Mairead Maja Malgorzata Malin
    Manjula Manuelita Marfa Margarethe Marietta Marijke Marika Marjatta Marketa Marlene Martyna Maryam Matilde
    Mayumi Mechthild Meike Meltem Merete Meritxell Merve Mette Mieke Mielikki Milagro Milena Minako Minerva Minna
    Mirjam Mitsuko Moana Modupe Monika Morwenna Mwajuma Myfanwy Myrto Nagore Nalini Namrata Nanami Naomi Nasreen
    Natalya Nazanin Neha Nele Nerea Ngozi Nicoletta Niina Nilay Nirmala Nizhoni Nomvula Noriko Nozomi Nuala Nuria
    Nyasha Oddny Odette Ofelia Okalani Olwen Orsolya Ottilia Outi Padmini Panagiota Parisa Parvati Pernille Perpetua
    Philippa Phuong Pirjo Pooja Prisca Purnima Quyen Radhika Radmila Ragnhild Raisa Rajni Ramla Rania Raquel
    Rasheeda Rebekah Reetta Regine Reyhan Riikka Rina Ritva Roksana Romana Roswitha Rozalia Rukhsana Rukmini
    Ruxandra Sachiko Safiya Sahar Saleha Samina Sanna Saraswati Satu Sayuri Seija Semiha Setsuko Severine Shabana
    Shahnaz Shakuntala Shanelle Sharmila Shizuka Shreya Shulamit Sigrid Sigrun Silje Sinead Sinikka Siri Sirkka Sita
    Slavica Smilla Smita Snezana Soledad Somayeh Sonja Soraya Stasia Stefania Steinunn Stina Stoyanka Suda Sudha
    Sumaya Susanne Suvi Svea Swati Tahmina Taina Takako Tamsin Tanja Tarja Teresita Terhi Thanh Theodora Thora
    Thurid Tiina Tirza Tomoko Tuulikki Tuva Tzipporah Uljana Ulrike Uschi Usha Valeska Vasiliki Veena Vendela
    Veronika Vesna Vibeke Vida Viktoria Vilhelmiina Vimala Virpi Waltraud Wanda Wangari Wiebke Wilma Winifred
    Xiomara Xochitl Yadira Yaffa Yamileth Yasemin Yekaterina Yesenia Ylva Yolande Yordanka Yrsa Yuliana Yumiko Zahra
    Zaida Zaynab Zdislava Zehra Zenobia Zinaida Zita Zlatka Zoya Zsofia Zubaida Zulma
    """
)

MALE: Final = words(
    """
    Abasi Abdullah Abelardo Abhijit Adalbert Adebayo Adil Adnan Aelfric Afonso Agustin Aidan Ailbert Akash Akinola
    Akira Aksel Alaric Albrecht Aleksei Alessandro Algernon Alistair Alonzo Alparslan Alvaro Amit Anatoly Ansgar
    Anton Antti Apolinar Aram Aref Arjen Arkady Armin Arne Arno Arnulf Artem Arttu Arun Asger Ashok Aslan Atanu
    Atilla Atsushi Aurelio Axel Ayrton Azamat Baldur Balthazar Baptiste Barnaby Bashir Bastian Benat Benedikt Benoit
    Berengar Bernardo Bertrand Bhaskar Birger Bjorn Blazej Boban Bohdan Bohumil Boleslav Borislav Borja Branimir
    Brendan Bronislav Bruno Burak Cadoc Caelan Calogero Camillo Casimir Caspian Cathal Cemal Cesare Chaim Chandra
    Chetan Chibueze Chinedu Chukwuma Cipriano Claudio Clemente Colm Conall Conrad Cornelio Corrado Cosmin Cuauhtemoc
    Cyprian Cyrille Daisuke Dalibor Damario Danilo Danjuma Dariusz Davor Debashish Declan Deniz Desmond Detlef Dhruv
    Didier Diederik Dilip Dimitar Dinesh Diogo Djordje Dobromir Domenico Dominik Donovan Dorian Drazen Duc Dushan
    Eadwin Eberhard Eckhart Edvard Efrain Egil Eino Eirik Ekkehard Eldar Eliseo Elmar Emanuel Emil Emilio Engelbert
    Enver Eoghan Eoin Erasmo Ercan Erhard Erland Ernesto Erwin Eskil Etienne Eugenio Eustace Evaristo Ewald Eyvind
    Ezekiel Fabian Fabrizio Fadi Faisal Farhad Faruk Faustino Federico Fedor Fela Ferdinand Fergal Fidel Filip
    Fintan Firoz Flavio Folkert Francesco Franjo Fredrik Friedrich Fritjof Fumio Fyodor Gaetano Ganesh Garrick
    Gautam Gavril Gennaro Geraint Gerardo Gerhard Gerrit Gervase Ghassan Giacomo Gilberto Gino Giorgio Giovanni
    Girish Girolamo Giuseppe Gjon Godfrey Gopal Gottfried Gottlieb Govind Grigory Grzegorz Gudmund Guido Guillaume
    Guillermo Gunnar Gunther Gwilym Habib Hadrian Hakan Halvard Hamish Hannu Harald Haroun Hartmut Havard Heikki
    Heinrich Helmut Hemant Hendrik Heribert Hermann Hideo Hilmar Hisham Holger Horacio Hrvoje Humberto Husain Iago
    Idrissa Iestyn Ieuan Igor Ikaika Ikenna Ilkka Ilya Imran Inigo Ishaan Isidro Ismael Istvan Itamar Ivar Iwan
    Jaakko Jabari Jacek Jacinto Jagdish Jahangir Jakob Jamshid Janne Janusz Jaromir Jaroslav Jaume Jayant Jeno Jeppe
    Jerzy Jindrich Jiri Joachim Joao Johan Jomo Jordi Jorgen Josip Jovan Juan Jukka Jurgen Jussi Kabir Kacper Kaito
    Kalle Kalman Kamran Kapono Karel Kari Karsten Kasper Katsuo Kaveh Kazimierz Keanu Kekoa Kenan Kenta Kerem Khalid
    Khalil Kirill Kjell Koji Konrad Kornel Kourosh Kresimir Kristof Krzysztof Kunal Kunle Kurt Kwabena Kwasi Kyrill
    Ladislav Laszlo Lauri Leandro Leif Lennart Leonardo Leonid Leszek Levente Lior Lisandro Ljubomir Llewellyn
    Lorcan Lorenz Lothar Lubomir Lucjan Ludovic Ludwig Luigi Lukasz Lysander Maciej Madoc Magnar Mahesh Makoto
    Mandla Manfred Manoj Mansoor Marcelo Marcin Mariano Markku Marko Massimo Mateusz Mathieu Mattia Maurizio Maxime
    Medard Meinhard Meir Melchior Mertcan Michal Mieczyslaw Mihai Mihail Mikkel Mikko Milorad Miloslav Minoru
    Miroslav Mitsuo Mladen Modesto Mohsen Mordechai Moritz Morten Mukesh Murad Murat Mustafa Naoki Narayan Naveen
    Nemanja Nestor Niall Niccolo Nikhil Norbert Noriaki Nurlan Obinna Octavio Olaf Oleg Olivier Olumide Ondrej Onur
    Osvaldo Oswald Otakar Othmar Ottokar Oyvind Ozgur Pankaj Parviz Pascal Pasquale Patrik Patxi Pekka Petar Petteri
    Pietro Pradeep Pramod Pranav Prasad Predrag Przemek Radomir Radovan Raghav Raimo Raivo Rajiv Raman Ramesh Ramiro
    Ramzi Ranjit Raymundo Refik Reginaldo Reidar Reinhold Renzo Reuven Rhodri Rikard Rinaldo Roald Roberto Rodolfo
    Rohit Roland Rolf Romain Romulo Ronan Rostam Ruairi Rudolf Rupert Rurik Rustam Ryszard Sachin Salman Salvatore
    Sampo Sandeep Sandor Sandro Sanjit Santeri Santosh Saverio Sebastiano Segun Serafin Shahid Shahrukh Shankar
    Shigeru Shinji Shlomo Shota Siegfried Sigurd Silvio Simen Sindre Sipho Slavko Slobodan Somchai Soren Stanislav
    Stefano Stelian Stig Stijn Subhash Sudhir Sulaiman Sunil Suresh Sven Sverre Szymon Taavi Tadashi Tahir Takeshi
    Tamir Taneli Tapio Tarek Tatsuya Temuera Teodor Teppo Terje Tetsuo Teuvo Thiago Thorsten Thorvald Tibor Tihomir
    Timo Timur Tizian Tobiah Tollak Tomislav Torbjorn Toshiro Traian Trygve Tuncay Tyge Uberto Uday Uffe Ugo Ulrich
    Umberto Urho Uriah Uwe Vaclav Valentin Valter Vasil Vasily Veikko Velimir Venkat Vidar Viktor Viljo Vinay
    Vincenzo Vinod Virgilio Vishal Vitaly Vito Vittorio Vlad Vladimir Vlado Vojtech Volker Vsevolod Waldemar Waleed
    Walid Werner Wieland Wilfried Willem Winfried Witold Wolfgang Xabier Yannick Yaroslav Yasuo Yefim Yevgeny Yngve
    Yoav Yosef Yoshio Youssef Yuri Zaheer Zbigniew Zdenek Zeki Zeljko Zeno Zlatan Zoltan Zubair Zvonimir Zygmunt
    """
)

UNISEX: Final = words(
    """
    Akari Aki Alemayo Amandeep Amarjit Anh Aubin Ayo Azar Baljit Bao Chau Chidera Dakarai Daljeet Devan Eui Ezra
    Gurpreet Harjit Harpreet Haru Hikaru Hoa Hyun Ilhan Inbal Ismet Jaspreet Jihye Jinan Jiwoo Jorin Kagiso Kamon
    Kanoa Kaoru Keahi Kealoha Kei Khanyi Kulwinder Kuno Lael Lerato Levana Lian Lindani Lindiwe Makana Manpreet Maor
    Masami Michi Minh Minjun Mpho Nakoa Nao Navdeep Nerin Nhan Nikai Nilan Nohea Olakunle Omari Oren Osa Parminder
    Pemba Phurba Puanani Quinlan Rajdeep Ramandeep Rangi Ren Rin Sacha Sandile Seung Shinobu Simran Sonam Soo
    Sukhdeep Sunwoo Taegan Tamatea Tashi Tenzin Thembi Thulani Tiwa Tomi Tshepo Tuyen Uzo Wangdu Xia Xin Yael Yarden
    Yeshi Yoon Yoshi Yovel Yuval Zhen Ziv Zuri
    """
)
