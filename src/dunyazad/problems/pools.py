"""Names for the stories: first names of many origins, and invented places.

No name is a common English word, none ends in s (so that "'s" is always right), and none is part of another.
Python lists rather than a data file: they are short, and an import is the cheapest way to read them.
"""

from __future__ import annotations

from dunyazad.problems.word_lists import words

__all__ = ["PERSONS", "PLACES"]

PERSONS: tuple[str, ...] = words(
    """
    Abena Adaeze Adanna Adele Aditi Adriana Agnieszka Ahmed Aiko Aileen Aino Akemi Akosua Alasdair Aleksander
    Alejandra Alfonso Alhassan Alinta Alma Aminata Amara Anahit Ananya Andrzej Aneesa Anneke Antonia Anwar Araceli
    Arash Ariadne Armando Arvid Asel Astrid Atsuko Ayaan Aylin Azadeh Babak Bahar Balint Bartosz Beatriz Bektash
    Benedetta Bettina Bhavna Bilal Bintou Birgit Bjarne Bogdan Brigid Bronwen Caetano Callum Camila Carmen
    Catalina Cecile Chiamaka Chidi Chiyo Ciaran Clemence Consuelo Cormac Cosima Dagny Dalia Damir Danuta Daria
    Darko Dafydd Deepak Delphine Desta Dilnoza Dimitra Diyar Dmitri Dorota Dragan Duarte Dunja Ebele Edda Efua
    Eilidh Einar Ekaterina Eleni Elif Elodie Emeka Emiko Emre Enrique Esra Esteban Eszter Etelka Eun Evander
    Ezinne Fabiola Farida Farrukh Fatima Fenna Ferran Fiadh Filippa Finlay Florian Folake Frida Fumiko Gabor
    Galina Garance Gaspard Gauri Genevieve Georgi Gerlinde Ghazal Gianluca Gideon Giulia Goran Greta Guadalupe
    Gudrun Gulnara Gustavo Habiba Hadiza Haakon Hamid Haruka Hassan Hedda Heidrun Helga Hilario Hiroshi Hlynur
    Hodan Huda Iain Ibrahim Ignacio Ikram Ildiko Imani Imre Indira Ingrid Ione Irina Isolde Iveta Ivo Jaako
    Jadwiga Jamila Janko Jarek Javier Jelena Jiro Joaquin Jolanta Jorunn Juhani Jytte Kaisa Kalinda Kamala Karim
    Kasia Katarzyna Kavita Kazuo Kemal Kenji Kerttu Khadija Kieran Kiran Klara Kofi Kwame Kyoko Laila Laleh Lamine
    Larisa Leilani Leopold Leticia Lieke Ligia Linnea Liora Ludmila Luciana Lwazi Maarit Madhuri Maelle Magda
    Mahmoud Maite Malik Manuela Marek Margit Mariam Marisol Marta Matteo Maximo Meera Mehmet Mei Melisande
    Mireille Mirela Mohan Moira Monique Munira Nadeem Nadia Naledi Naoko Nasrin Natalka Nayeli Neema Niamh Nikolai
    Nilufar Nkechi Noor Nuno Nyambura Octavia Odalia Oksana Olamide Olga Oluwaseun Omar Oona Orla Osman Otto Paavo
    Padma Paloma Pavel Pelagia Petra Pilar Piotr Prakash Priya Quentin Radek Rafael Rahel Rajesh Ramona Rashid
    Raoul Rebeka Renata Reza Rhiannon Rocio Rohan Rosalind Roshan Ruslan Ruta Saanvi Sabine Sade Saida Sakura
    Salma Samir Sanjay Santiago Saoirse Satoshi Selam Selma Senka Shabnam Shanthi Shirin Sibusiso Signe Simone
    Siobhan Sofiya Solveig Sunita Svetlana Tadeusz Taiwo Takumi Tamar Tanvi Tariq Tatiana Tendai Teodora Thabo
    Thandi Theodor Tiago Tomasz Torunn Tove Tsering Tuomo Udo Ulla Umut Unathi Urszula Valentina Vanja Vasco
    Vasilisa Vera Viggo Vikram Violeta Vivek Wanjiru Wilhelmina Wojciech Xenia Ximena Yara Yasmin Yelena Yejide
    Yoko Yuki Yusuf Zainab Zdenka Zeynep Zlata Zofia Zoran Zuleika Zuzana
    """
)

PLACES: tuple[str, ...] = words(
    """
    Alderwick Amberholt Ashenvale Barrowmere Blackfell Bramblecote Brindlemoor Calderbeck Cloverden Dapplewood
    Deepwell Drakesmoor Dunmarrow Eastermere Eldergate Elmsworth Fallowfield Farrowdale Fernhollow Foxglen
    Frostbury Galewick Gildersham Glimmerton Goldcrest Greymarsh Halverton Hazelbrook Heatherstone Highcombe
    Hollowell Honeybourne Kestrelby Larkfield Lindenau Longmere Lowenstead Maplehurst Marrowby Meadowbank
    Millhaven Mistlebury Mossgate Netherby Northwater Oakhampton Oldenburgh Orchardleigh Pebbleford Penhallow
    Pinecrest Quillington Ravenholm Redmarsh Rookwood Rosemoor Rushbrook Saltmarsh Sandhaven Silverlea Southmere
    Stonewick Summerby Swanbourne Tanglewood Thistledown Valebrook Velverton Whitcombe Wildermere Willowby
    Windlesham Winterbourne Wrenfield Yarrowdale Yewbridge
    """
)
