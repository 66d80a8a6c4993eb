"""What a first name or a word for a person tells about the pronoun that may stand for it."""

from __future__ import annotations

from dunyazad.problems.word_lists import word_set

__all__ = ["COLLECTIVES", "RELATIONS", "ROLES", "gender_of_name", "gender_of_noun"]

_MALE = word_set(
    """
    Aaron Abraham Adam Adrian Ahmed Alan Albert Alec Alejandro Alexander Alfonso Alfred Ali Allen Andre Andrew Andy
    Anthony Antonio Armando Arnold Arthur Arturo Austin Barry Ben Benedict Benjamin Bernard Bernie Bert Bill Billy Bob
    Bobby Boris Brad Bradley Brandon Brendan Brett Brian Bruce Bryan Byron Caleb Calvin Carl Carlos Cedric Charles
    Charlie Chester Chris Christian Christopher Clarence Claude Cody Colin Connor Craig Curtis Cyrus Dale Damian Damien
    Dan Daniel Danny Darius Darrel Darrell Darren Dave David Dean Dennis Derek Derrick Diego Dominic Don Donald Donny
    Doug Douglas Duncan Dwayne Dwight Dylan Earl Eddie Edgar Edmund Eduardo Edward Edwin Eli Elias Elijah Elliot Elliott
    Emmanuel Enrique Eric Ernest Ernie Ethan Eugene Evan Felix Fernando Francisco Frank Frankie Fred Freddy Frederick
    Gabriel Garrett Gary Gavin Gene Geoff Geoffrey George Gerald Gideon Gilbert Glen Glenn Gordon Graham Greg Gregory
    Gus Gustavo Hank Harold Harry Harvey Hector Henry Herbert Herman Howard Hubert Hugh Hugo Ian Ignacio Isaac Ivan Jack
    Jackson Jacob Jaime Jake Jamal James Jared Jason Jasper Javier Jay Jeff Jeffrey Jeremiah Jeremy Jerome Jerry Jim
    Jimmy Joe Joel John Johnny Jon Jonah Jonas Jonathan Jorge Jose Joseph Josh Joshua Josiah Juan Julian Julio Julius
    Justin Karl Keith Ken Kenneth Kenny Kevin Kurt Kyle Lance Larry Lawrence Lenny Leo Leon Leonard Leroy Lester Levi
    Liam Lionel Lloyd Logan Lou Louis Lucas Luis Luke Malcolm Manuel Marcel Marcus Mario Mark Marlon Marshall Martin
    Marty Marvin Mason Mathew Matt Matthew Maurice Max Melvin Michael Miguel Mike Miles Milo Milton Mitch Mitchell
    Mohamed Mohammed Morris Moses Muhammad Nathan Nathaniel Neal Ned Neil Nelson Nicholas Nick Nicolas Noah Norman
    Oliver
    Omar Oscar Otis Otto Owen Pablo Parker Patrick Paul Pedro Percy Perry Peter Phil Philip Phillip Pierre Preston
    Rafael
    Ralph Ramon Randall Randy Raul Ray Raymond Reggie Reginald Rex Ricardo Richard Rick Ricky Rob Robbie Robert Roberto
    Roderick Rodney Rodrigo Roger Roland Ron Ronald Ronnie Ross Roy Ruben Rudy Rufus Russell Ryan Salvador Samson Samuel
    Santiago Saul Scott Sean Sebastian Sergio Seth Shane Shaun Sheldon Simon Solomon Spencer Stan Stanley Stefan Stephen
    Steve Steven Stewart Stuart Ted Teddy Terrence Theo Theodore Thomas Tim Timmy Timothy Toby Todd Tom Tommy Tony
    Travis Trent Trevor Tristan Tyler Tyrone Tyson Vernon Victor Vince Vincent Vinny Virgil Wade Wallace Walter Warren
    Wayne Wendell Wesley Wilbur Will William Willie Wilson Winston Wyatt Xander Xavier Zach Zachary Zack Zane Jamaar
    Raphael Rohan Raj Ravi Carter Gerry Grayson Lincoln Mohammad Tobias Quinton Quincy Enzo Mateo Nico Santino Jed Lyle
    """
)
_FEMALE = word_set(
    """
    Abby Abigail Ada Adele Adriana Agatha Agnes Aisha Alexandra Alexia Alice Alicia Alison Allie Allison Alma Alyssa
    Amanda Amber Amelia Amy Ana Anastasia Andrea Angela Angelica Angelina Angie Anita Ann Anna Annabelle Anne Annette
    Annie Antonia April Ariana Ariel Ashley Astrid Audrey Aurora Autumn Ava Barbara Beatrice Becky Bella Bernice Beth
    Bethany Betsy Betty Beverly Bianca Bonnie Brenda Briana Bridget Brittany Brooke Camila Camille Candice Carla Carly
    Carmen Carol Caroline Carolyn Carrie Cassandra Cassie Catherine Cathy Cecilia Celeste Celia Charlene Charlotte
    Chelsea
    Cheryl Chloe Christina Christine Cindy Claire Clara Clarissa Claudia Colleen Connie Cora Courtney Cristina Crystal
    Cynthia Daisy Daniela Danielle Daphne Darlene Dawn Deanna Debbie Deborah Debra Deedee Delia Denise Diana Diane
    Dianne
    Dolly Dolores Donna Dora Doris Dorothy Edith Edna Eileen Elaine Eleanor Elena Elise Eliza Elizabeth Ella Ellen Ellie
    Elsa Elsie Emilia Emily Emma Erica Erika Erin Esmeralda Estelle Esther Ethel Eva Eve Evelyn Faith Fatima Felicia
    Fiona Florence Frances Francine Freda Gabriela Gabriella Gail Georgia Geraldine Gertrude Gina Ginger Ginny Gladys
    Gloria Grace Greta Gretchen Gwen Gwendolyn Haley Hannah Harriet Hazel Heather Heidi Helen Helena Holly Hope Ida
    Ingrid
    Irene Iris Irma Isabel Isabella Isabelle Ivy Jackie Jacqueline Jana Jane Janet Janice Janine Jasmine Jean Jeanette
    Jeanne Jenna Jennifer Jenny Jessica Jill Jillian Jo Joan Joanna Joanne Jocelyn Jolene Josephine Joy Joyce Juanita
    Judith Judy Julia Juliana Julie Juliet June Kaitlyn Karen Karina Karla Kate Katherine Kathleen Kathryn Kathy Katie
    Katrina Katy Kayla Kendra Kimberly Krista Kristen Kristin Kristina Lana Lara Laura Lauren Laurie Lea Leah Leila Lena
    Leona Lexi Lila Lillian Lily Linda Lisa Liz Liza Lizzie Lois Lola Lora Lorena Loretta Lori Lorraine Louise Lucia
    Lucille Lucy Lydia Lynn Mabel Mackenzie Madeline Madelyn Madison Maggie Mandy Marcela Marcia Marcy Margaret
    Margarita
    Margie Maria Mariah Marianne Marie Marilyn Marina Marissa Marjorie Marla Marlene Marsha Martha Mary Maryann Matilda
    Maureen Maya Megan Melanie Melinda Melissa Melody Mercedes Meredith Mia Michaela Michelle Mildred Millie Minnie
    Miranda Miriam Molly Mona Monica Monique Muriel Myra Myrna Myrtle Nadia Nadine Nancy Naomi Natalia Natalie Natasha
    Nellie Nicole Nina Nora Norma Octavia Olga Olive Olivia Paige Pam Pamela Patricia Patty Paula Pauline Pearl Peggy
    Penelope Penny Phoebe Phyllis Polly Priscilla Rachel Ramona Rebecca Regina Rhonda Rita Roberta Rosa Rosalie Rose
    Roseanne Rosemary Rosie Roxanne Ruby Ruth Sabrina Sadie Sally Samantha Sandra Sandy Sara Sarah Savannah Selena Selma
    Serena Shannon Sharon Sheila Shelby Shelly Sheri Sherri Sherry Shirley Silvia Simone Sofia Sonia Sonya Sophia Sophie
    Stacey Stacy Stella Stephanie Sue Summer Susan Susanna Susie Suzanne Sylvia Tabitha Tamara Tammy Tanya Tara Tasha
    Teresa Terri Tess Tessa Thelma Theresa Tiffany Tina Toni Tonya Tracey Tricia Trisha Trudy Uma Una Ursula Valentina
    Valerie Vanessa Vera Veronica Vicki Vicky Victoria Viola Violet Virginia Vivian Wanda Wendy Wilma Yolanda Yvette
    Yvonne Zara Zoe Zoey Claudine Darcy Mom Wendi Kelly Georgina Layla Mira Annika Lilly Tanisha Tatiana
    """
)
_MALE_NOUNS = word_set(
    """
    man boy father dad daddy grandfather grandpa brother uncle son nephew husband grandson king prince fireman salesman
    fisherman boyfriend gentleman policeman mailman postman businessman actor waiter duke wizard cowboy stepfather
    stepbrother
    """
)
_FEMALE_NOUNS = word_set(
    """
    woman girl mother mom mommy grandmother grandma sister aunt daughter niece wife granddaughter queen princess actress
    waitress girlfriend lady saleswoman businesswoman witch duchess stepmother stepsister
    """
)
RELATIONS = word_set(
    """
    father dad daddy grandfather grandpa brother uncle son nephew husband grandson boyfriend mother mom mommy
    grandmother grandma sister aunt daughter niece wife granddaughter girlfriend friend cousin neighbor neighbour boss
    teacher partner roommate classmate colleague spouse parent child kid twin sibling coach landlord stepfather
    stepmother
    """
)
ROLES = (
    _MALE_NOUNS
    | _FEMALE_NOUNS
    | RELATIONS
    | word_set(
        """
        farmer baker driver owner hunter worker student player guest doctor nurse chef artist shopkeeper seller
        customer runner cyclist gardener employee manager carpenter painter writer author singer pilot passenger
        tailor vendor merchant builder plumber mechanic dancer trainer lawyer engineer scientist janitor librarian
        fairy pirate person adult baby toddler teenager pupil gamer jogger swimmer hiker salesperson cashier butcher
        trader singer custodian zookeeper caterer caretaker agent collector breeder grower dealer supplier contestant
        florist photographer musician programmer principal professor captain judge electrician contractor
        """
    )
)
COLLECTIVES = word_set("family team class couple group company school store shop club band crew army firm")


def gender_of_name(name: str) -> str:
    """Tell "m", "f", or "" where a name tells nothing."""
    first = name.split()[0]
    return "m" if first in _MALE else "f" if first in _FEMALE else ""


def gender_of_noun(noun: str) -> str:
    """Tell "m", "f", or "" where a word for a person tells nothing."""
    return "m" if noun in _MALE_NOUNS else "f" if noun in _FEMALE_NOUNS else ""
