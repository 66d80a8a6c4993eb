"""One test for each kind of problem whose computed answer would not be what a careful reader finds."""

import pytest

from dunyazad.problems.decomposition.alternates import Alternate

from .bound import Story, bound, changed, code

QUESTION = "How many figs are there?"


def assert_refused(story: Story, solution: str, final: int | str, text: str, expected: str) -> None:
    assert code(changed(story, solution, final, text)) == expected


def assert_changed(story: Story, solution: str, final: int | str, text: str) -> None:
    found = changed(story, solution, final, text)
    assert isinstance(found, Alternate), found


def test_count_that_the_program_repeats_as_terms() -> None:
    """A rack of 4 shelves, and then each shelf's figs are added: five shelves would need a fifth number."""
    story = (
        "A rack has 4 shelves.",
        "They hold 10, 20, 40 and 35 figs.",
        "How many figs does a shelf hold on average?",
    )
    assert_refused(story, "<<10+20+40+35=105>> <<105/4=26.25>>", "26.25", "4", "number-structural")


def test_count_that_the_program_repeats_as_steps() -> None:
    """A tower of 3 levels, and each level's figs are twice those below it."""
    story = ("A tower has 3 levels.", "The top holds 8 figs, and each level twice those above it.", QUESTION)
    assert_refused(story, "<<8*2=16>> <<16*2=32>> <<8+16+32=56>> <<56*3=168>>", 168, "3", "number-structural")


def test_count_whose_things_are_named_one_by_one() -> None:
    story: Story = ("Odo has 3 crates of 20 figs.", "The first crate is blue and another one is red.", QUESTION)
    assert_refused(story, "<<3*20=60>>", 60, "3", "number-structural")
    story = ("Odo gives 20 figs to each of 3 friends, Ana, Bo and Cy.", QUESTION)
    assert_refused(story, "<<3*20=60>>", 60, "3", "number-structural")
    story = ("Odo fills 5 crates with 20 figs each, and the fifth breaks.", QUESTION)
    assert_refused(story, "<<5*20=100>>", 100, "5", "number-structural")


def test_pair_that_the_text_speaks_of_as_both() -> None:
    story = ("Odo has 2 barns of 40 crates each.", "Both are full.", "How many crates are there?")
    assert_refused(story, "<<2*40=80>>", 80, "2", "number-structural")


@pytest.mark.parametrize(
    ("sentence", "solution", "final", "text"),
    [
        ("Odo works 5 days, Monday to Friday, for $90 a day.", "<<5*90=450>>", 450, "5"),
        ("Odo works 8 hours, from 9 am on, for $20 an hour.", "<<8*20=160>>", 160, "8"),
    ],
)
def test_time_that_the_calendar_or_the_clock_repeats(sentence: str, solution: str, final: int, text: str) -> None:
    assert_refused((sentence, "What does Odo earn?"), solution, final, text, "number-structural")


def test_small_count_that_the_solution_uses_twice() -> None:
    """The 2 of 2 * 2 may be the two hands that nobody states."""
    story = ("Odo takes 2 baskets of 30 figs.", QUESTION)
    assert_refused(story, "<<2*2=4>> <<4*30=120>>", 120, "2", "number-structural")


def test_literal_bound_to_another_thing_of_the_same_value() -> None:
    """30 figs and $30: the steps fit either way, and the answers differ."""
    story = (
        "Odo has 30 figs, eats 6, and sells the rest at $30 each.",
        "He pays $50 for a stall.",
        "What does Odo gain?",
    )
    solution = "<<30-6=24>> <<24*30=720>> <<720-50=670>>"
    assert_refused(story, solution, 670, "30", "bindings-disagree")
    assert_changed(story, solution, 670, "$50")


def test_constant_that_equals_a_number_of_the_text() -> None:
    """5 hours each weekday: 5 * 5, and one of them is no number of the text."""
    story = ("Odo works 5 hours each weekday at $9 an hour.", "What does Odo earn in that time?")
    assert_refused(story, "<<5*5=25>> <<25*9=225>>", 225, "5", "bindings-disagree")
    assert_changed(story, "<<5*5=25>> <<25*9=225>>", 225, "$9")


def test_redundant_total() -> None:
    """Ten crates, six and the other four: no one of them can change alone."""
    story = ("Odo has ten crates.", "Six of them hold 25 figs, the other four hold 32 figs.", QUESTION)
    solution = "<<6*25=150>> <<4*32=128>> <<150+128=278>>"
    for text in ("Six", "four"):
        assert_refused(story, solution, 278, text, "number-redundant")
    assert_changed(story, solution, 278, "25")


def test_redundant_total_that_the_solution_uses_as_well() -> None:
    story = (
        "Odo has 50 crates in all, 20 red and 30 blue.",
        "Red ones cost $4, blue ones $9, lids $3.",
        "What is paid?",
    )
    solution = "<<20*4=80>> <<30*9=270>> <<50*3=150>> <<80+270+150=500>>"
    assert_refused(story, solution, 500, "20", "number-redundant")
    assert_changed(story, solution, 500, "$9")


def test_unused_number_that_the_changed_one_would_contradict() -> None:
    """The 6 hours of the question are the sum of the hours before it."""
    story = ("Odo works 4 hours at $15 and the next 2 hours at $20.", "How much does Odo earn in the 6 hours?")
    assert_refused(story, "<<4*15=60>> <<2*20=40>> <<60+40=100>>", 100, "4", "number-redundant")


def test_percentages_that_make_a_whole() -> None:
    story = (
        "Of 200 figs, 40% are green and 60% are ripe.",
        "A ripe one costs $3, a green one $2.",
        "What do all cost?",
    )
    solution = "<<200*.4=80>> <<200*.6=120>> <<80*2=160>> <<120*3=360>> <<160+360=520>>"
    assert_refused(story, solution, 520, "40%", "number-redundant")


def test_step_that_does_not_feed_the_answer() -> None:
    story = ("Odo has 14 figs and 3 pears and eats 5 figs.", QUESTION)
    assert code(bound(story, "<<14+3=17>> <<14-5=9>>", 9)) == "step-idle"


@pytest.mark.parametrize("word", ["rounded to the nearest crate", "at the minimum", "in how many full crates"])
def test_rounding(word: str) -> None:
    """21 crates of figs may be 20.7 of them."""
    story = ("Odo has 120 figs and fills crates of 6.", f"How many crates is that, {word}?")
    assert_refused(story, "<<120/6=20>>", 20, "120", "rounded")


def test_whole_results_stay_whole() -> None:
    story = ("Odo has 120 figs and fills crates of 6 figs.", "How many crates does Odo fill?")
    found = changed(story, "<<120/6=20>>", 20, "120")
    assert isinstance(found, Alternate)
    assert found.value % 6 == 0


def test_sign_of_what_is_left_stays() -> None:
    for place in range(12):
        story = ("Odo has 100 figs and eats 96 of them.", "How many figs are left?")
        found = changed(story, "<<100-96=4>>", 4, "96", f"own/{place}")
        assert isinstance(found, Alternate)
        assert found.answer > 0


def test_order_dependent_words() -> None:
    """The cheaper shop must stay the cheaper one, under every id."""
    story = ("One shop asks $30, the other $36.", "Odo buys 4 crates at the cheaper shop.", "What does Odo pay?")
    for place in range(12):
        found = changed(story, "<<30*4=120>>", 120, "$30", f"own/{place}")
        assert isinstance(found, Alternate)
        assert found.value < 36


def test_limit_that_is_not_reached_stays_unreached() -> None:
    """Nothing is off below $60, so that the solution does not mention the $60."""
    story = ("A crate costs $25.", "Who pays over $60 gets it for $50.", "What do 2 crates cost Odo?")
    for place in range(12):
        found = changed(story, "<<25*2=50>>", 50, "$25", f"own/{place}")
        assert code(found) == "number-redundant" or (isinstance(found, Alternate) and found.answer < 60)


def test_winner_keeps_the_larger_part() -> None:
    story = ("The winner got 3/4 of the 80 votes.", "How many votes did the loser get?")
    for place in range(12):
        found = changed(story, "<<3/4*80=60>> <<80-60=20>>", 20, "3/4", f"own/{place}")
        assert not isinstance(found, Alternate) or found.answer < 40


@pytest.mark.parametrize(
    ("sentence", "solution", "final", "text"),
    [
        ("Odo pays with 6 twenty-dollar bills.", "<<6*20=120>>", 120, "twenty"),
        ("Odo gives 6 clerks a $20 bill each.", "<<6*20=120>>", 120, "$20"),
        ("Odo has 30 hens with 4 legs each.", "<<30*4=120>>", 120, "4"),
        ("Odo has 30 strings, 12 inches in each foot.", "<<30*12=360>>", 360, "12"),
    ],
)
def test_world_knowledge(sentence: str, solution: str, final: int, text: str) -> None:
    assert_refused((sentence, "What is the number?"), solution, final, text, "number-fixed")


@pytest.mark.parametrize(
    ("sentence", "solution", "final", "text"),
    [
        ("In room 20, Odo stacks 6 chairs.", "<<20*6=120>>", 120, "20"),
        ("Odo was born in 1980 and is now 30.", "<<1980+30=2010>>", 2010, "1980"),
    ],
)
def test_label_counts_nothing(sentence: str, solution: str, final: int, text: str) -> None:
    assert_refused((sentence, "What is the number?"), solution, final, text, "number-label")


def test_number_that_stands_in_two_places() -> None:
    story = ("Odo has 15 crates of 20 figs.", "The 15 crates stand in a barn.", QUESTION)
    assert_refused(story, "<<15*20=300>>", 300, "15", "number-repeated")


def test_number_that_the_solution_leaves_out() -> None:
    story = ("Odo is 33 and has 15 crates of 20 figs.", QUESTION)
    assert_refused(story, "<<15*20=300>>", 300, "33", "number-unused")


def test_multiple_gives_no_count_by_chance() -> None:
    """The three share it: 3 is no 2 + 1 of "twice"."""
    story = ("Odo has 20 figs, Uma has twice as many, Lio has 30.", "They share all figs.", "How many does each get?")
    assert code(bound(story, "<<20*2=40>> <<20+40+30=90>> <<90/3=30>>", 30)) == "literal-unbound"


def test_part_gives_its_rest_only_where_a_word_speaks_of_one() -> None:
    story = ("Of 80 figs, 3/4 are ripe and 1/4 are green.", "How many are ripe?")
    assert code(bound(story, "<<80*.75=60>>", 60)) == "part-unused"
    story = ("Of 80 figs, 1/4 are ripe.", "How many figs count?")
    assert code(bound(story, "<<80*.75=60>>", 60)) == "literal-unbound"
    story = ("Of 80 figs, 1/4 are ripe.", "How many are not ripe?")
    assert code(bound(story, "<<80*.75=60>>", 60)) == "fine"


def test_like_things_keep_their_order() -> None:
    """22 of 25 men stay; 26 cannot."""
    for place in range(12):
        story = (
            "At noon 25 men and 15 women sit in a barn.",
            "By one, 22 men stay and 32 people.",
            "How many women stay?",
        )
        found = changed(story, "<<32-22=10>>", 10, "22", f"own/{place}")
        assert not isinstance(found, Alternate) or found.value < 25


@pytest.mark.parametrize(
    ("sentence", "solution", "final", "text", "limit"),
    [
        ("Odo works 10 hours a day and picks 40 figs an hour.", "<<10*40=400>>", 400, "10", 16),
        ("Odo works 5 days a week and picks 40 figs a day.", "<<5*40=200>>", 200, "5", 7),
        ("Odo is 60 years old, 20 years older than Uma.", "<<60-20=40>>", 40, "60", 95),
        ("Odo has 30 teeth and cleans 2 a minute.", "<<30/2=15>>", 15, "30", 32),
    ],
)
def test_more_than_there_can_be(sentence: str, solution: str, final: int, text: str, limit: int) -> None:
    for place in range(12):
        found = changed((sentence, "What is the number?"), solution, final, text, f"own/{place}")
        assert not isinstance(found, Alternate) or found.value <= limit


def test_ratio_is_left_alone() -> None:
    story = ("Figs and pears stand in a ratio of 3:2.", "There are 30 figs.", "How many pears are there?")
    assert_refused(story, "<<30/3=10>> <<10*2=20>>", 20, "3", "number-ratio")
