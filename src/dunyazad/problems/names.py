"""Find the proper names of persons and places in a story, by rule.

Strategy. A capital inside a sentence is strong evidence; a capital that opens one is none. So a word that only ever
opens sentences counts as a name if it is a known first name, or carries a possessive, or is what sentence after
sentence is about; and never if the same word is also written small. All parts of a problem are read together: a story
whose sentences all open with its protagonist asks "How many does Ann …?" in the end. Words that are capitalised for
other reasons (days, months, languages, titles, brands of things, abbreviations) are listed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import msgspec

from dunyazad.problems.pools import PERSONS
from dunyazad.problems.word_lists import word_set

__all__ = ["find_names"]

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_POSSESSIVE = re.compile(r"['’]s?$")
_TITLE_DOT = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr)\.\s*$")
_LEAST_OPENINGS = 2

_TITLES = word_set(
    """
    mr mrs ms miss dr prof professor doctor sir madam lord lady king queen prince princess captain coach uncle
    aunt auntie grandma grandpa grandmother grandfather granny mom mum mommy dad daddy mama papa mother father
    brother sister cousin officer chef farmer nurse principal president mayor judge teacher
    """
)
_CALENDAR = word_set(
    """
    monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays
    saturdays sundays january february march april may june july august september october november december
    christmas easter halloween thanksgiving hanukkah ramadan diwali eid spring summer autumn fall winter
    """
)
_LANGUAGES = word_set(
    """
    english french spanish german italian chinese japanese korean russian arabic hindi latin greek turkish polish
    dutch portuguese american british european asian african mexican canadian indian irish scottish swedish danish
    christian jewish muslim
    """
)
_THINGS = word_set(
    """
    internet web post-it t-shirt t-rex lego frisbee jeep google facebook youtube instagram netflix xbox
    playstation iphone box boxes room class grade team group day week month year part level season round stage
    step shop store school street avenue road river lake mount mountain park city town village island ocean sea
    north south east west earth moon sun god dvd cd tv pc am pm ok
    """
)
_OPENERS = word_set(
    """
    a about above according after again against all almost along already also although always among an and another
    any anyone are around as assume assuming at away back because been before being below besides between both but by
    calculate can certain compute consider could currently daily day did do does due during each either enough
    even every everyone everything exactly except few find first finally five for four from give given half had
    has have he help her here him his hourly how however i if in including initially inside instead into is it its
    itself just last later let like long many meanwhile might more most much must my near nearly neither never
    next nine no nobody none nor not nothing now of off often on once one only or originally other others our out
    outside over overall per people please previously rather recently same second several she should show since
    six so some someone sometimes soon still such suppose supposing ten that the their them then there these they
    third this those though three through throughout thus to today together tomorrow tonight too toward twice two
    under until up upon us using usually wait we weekly well were what whatever when whenever where whether which
    while who whoever whose why will with within without would yearly yes yesterday yet you your seven eight eleven
    twelve twenty thirty forty fifty hundred thousand determine estimate imagine additionally altogether therefore hence
    furthermore moreover eventually suddenly apart unfortunately fortunately luckily afterwards afterward
    """
)
_NEVER = _TITLES | _CALENDAR | _LANGUAGES | _THINGS | _OPENERS
# The first word of a place's name that has two.
_COMPOUND = word_set("San Santa New Los Las Saint Fort Port")

# First names that are common in English word problems, beside our own pool.
_KNOWN = frozenset(PERSONS) | word_set(
    """
    Aaron Abby Adam Adrian Alan Albert Alec Alex Alexa Alexander Alexis Alice Alicia Alison Allison Alyssa Amanda
    Amber Amelia Amy Andrea Andrew Andy Angel Angela Anita Ann Anna Anne Annie Anthony April Archie Ariel Arnold
    Arthur Ashley Audrey Austin Ava Barbara Barry Becky Bella Ben Benjamin Bernard Beth Betty Bianca Bill Billy
    Blake Bob Bobby Brad Bradley Brandon Brenda Brian Bridget Brittany Bruce Bryan Caleb Calvin Cameron Carl Carla
    Carlos Carol Caroline Carrie Carter Cathy Cecilia Chad Charles Charlie Charlotte Chelsea Cheryl Chloe Chris
    Christian Christina Christine Christopher Cindy Claire Clara Clark Cody Colin Connor Corey Craig Crystal
    Curtis Cynthia Daisy Dale Dan Dana Daniel Danielle Danny Darren Dave David Dean Debbie Deborah Dennis Derek
    Diana Diane Dolores Donald Donna Doris Dorothy Doug Douglas Dylan Earl Eddie Edgar Edward Edwin Elaine Eleanor
    Eli Elijah Elizabeth Ella Ellen Emily Emma Eric Erica Erin Ethan Eugene Eva Evan Evelyn Felix Fiona Frances
    Francis Frank Fred Gabriel Gary Gavin George Gerald Gina Gloria Gordon Grace Greg Gregory Gwen Haley Hannah
    Harold Harry Harper Heather Heidi Helen Henry Holly Howard Ian Irene Iris Isaac Isabel Isabella Ivan Jack
    Jackie Jackson Jacob Jade Jake James Jamie Jan Jane Janet Janice Jared Jasmine Jason Jay Jean Jeff Jeffrey Jen
    Jenna Jennifer Jenny Jeremy Jerry Jesse Jessica Jill Jim Jimmy Joan Joanna Joe Joel John Johnny Jon Jonathan
    Jordan Jose Joseph Josh Joshua Joy Joyce Juan Judith Judy Julia Julian Julie Justin Karen Karl Kate Katherine
    Kathy Katie Kayla Keith Kelly Ken Kenneth Kevin Kim Kimberly Kristen Kyle Lana Larry Laura Lauren Laurie
    Lawrence Leah Lee Leo Leon Leslie Lily Linda Lisa Liz Logan Lois Lori Louis Louise Lucas Lucy Luis Luke Lydia
    Lynn Madison Marcus Margaret Maria Marie Marilyn Mario Marion Marissa Mark Martha Martin Marvin Mary Mason
    Matt Matthew Maurice Max Maya Megan Melanie Melinda Melissa Mia Michael Michelle Miguel Mike Miranda Molly
    Monica Morgan Nancy Naomi Natalie Nate Nathan Neil Nicholas Nick Nicole Nina Noah Nora Norman Oliver Olivia
    Oscar Owen Pablo Pam Pamela Pat Patricia Patrick Paul Paula Peggy Penny Peter Phil Philip Phillip Rachel Ralph
    Randy Ray Raymond Rebecca Regina Rhonda Richard Rick Ricky Rita Rob Robert Robin Roger Ron Ronald Rosa Rose
    Roy Ruby Russell Ruth Ryan Sally Sam Samantha Samuel Sandra Sandy Sara Sarah Scott Sean Seth Shannon Sharon
    Shawn Sheila Shelly Sherry Sidney Simon Sofia Sophia Sophie Spencer Stacy Stan Stanley Stella Stephanie
    Stephen Steve Steven Stuart Sue Susan Suzanne Sydney Sylvia Tammy Tanya Tara Ted Terry Thomas Tim Timothy Tina
    Toby Todd Tom Tommy Tony Tracy Travis Trevor Tyler Valerie Vanessa Vera Veronica Victor Victoria Vincent
    Virginia Vivian Walter Wanda Warren Wayne Wendy Wesley William Xavier Yolanda Zach Zachary Zoe
    """
)


class _Token(msgspec.Struct, frozen=True):
    """A capitalised word: without its possessive, and with how it stands."""

    word: str
    opens: bool
    possessive: bool
    adjoins: bool  # only a space parts it from the capitalised word before it


def find_names(*texts: str) -> tuple[str, ...]:
    """Give the names of persons and places in the parts of one story, in order of first use.

    Titles are left off ("Dr. Wertz" gives "Wertz"); a place of two words stays whole ("San Rafael").

    Example:
        >>> find_names("Every day, Ottilie walks to Brackenmoor.", "Ottilie’s dog walks too.")
        ('Ottilie', 'Brackenmoor')
    """
    tokens = [token for text in texts for token in _tokens(text)]
    small = {word.lower() for text in texts for word in _WORD.findall(text) if word[0].islower()}
    small |= {_POSSESSIVE.sub("", word) for word in small}
    accepted = _accepted(tokens, small)
    names: dict[str, None] = {}
    previous = ""
    for token in tokens:
        compound = token.adjoins and previous in _COMPOUND and token.word.lower() not in _NEVER
        if compound:
            names.pop(previous, None)
            names.setdefault(f"{previous} {token.word}")
        elif token.word in accepted:
            names.setdefault(token.word)
        previous = token.word
    return tuple(names)


def _accepted(tokens: list[_Token], small: set[str]) -> set[str]:
    openings = Counter(token.word for token in tokens if token.opens)
    accepted: set[str] = set()
    for token in tokens:
        lower = token.word.lower()
        if lower in _NEVER or not _shaped_like_a_name(token.word):
            continue
        if not token.opens or (
            lower not in small
            and (
                token.word.partition("-")[0] in _KNOWN
                or token.possessive
                # A plural that opens sentences is about things ("Tickets cost …"), whatever its number.
                or (openings[token.word] >= _LEAST_OPENINGS and not lower.endswith("s"))
            )
        ):
            accepted.add(token.word)
    return accepted


def _shaped_like_a_name(word: str) -> bool:
    if len(word) < 2 or (word[:2].isalpha() and word[:2].isupper()):  # "A" in "box A", "DVDs"
        return False
    head, dash, tail = word.partition("-")
    return not dash or (len(head) > 1 and tail[0].isupper())  # "T-shirt" and "Post-it" are things, "Jean-Luc" is not


def _tokens(text: str) -> Iterator[_Token]:
    end_of_last = -1
    for match in _WORD.finditer(text):
        if not match[0][0].isupper():
            continue
        word = _POSSESSIVE.sub("", match[0])
        # The stretch before the word that can matter is short: the marks that end a sentence, and spaces.
        before = text[max(0, match.start() - 12) : match.start()]
        opens = (match.start() == 0 or bool(_sentence_end(before))) and not _TITLE_DOT.search(before)
        adjoins = end_of_last >= 0 and text[end_of_last : match.start()] == " "
        yield _Token(word, opens, word != match[0], adjoins)
        end_of_last = match.end()


def _sentence_end(before: str) -> bool:
    stripped = before.rstrip(" \t\r\n\"“”‘’'()[]*")
    return not stripped or stripped[-1] in ".!?:;…"
