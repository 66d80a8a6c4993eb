"""False records of the kinds that have fooled somebody, each written by hand, with the code that must meet it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dunyazad.numbers import find_quantities, render_number
from dunyazad.problems import Given, Operation, Problem, Program, certify
from dunyazad.problems.fixed_numbers import why_fixed

PARTS = {"1": "first_premise", "p": "premises", "q": "question", "c": "common"}


def record(story: str, conclusion: str, program: str, *, wrong: str | None = None) -> Problem:
    """Make a problem of short notation.

    `story` is "Q1 {before/after} … | Qp | Qq"; `conclusion` has {} for the answer; `program` is "name=value@part, … :
    name=expression=value, …", and its first given is the changed one. The counterfactual answer is the program's.
    """
    first, premises, question = (part.strip() for part in story.split("|"))
    start, _, rest = first.partition("{")
    slot, _, end = rest.partition("}")
    before, after = slot.split("/") if ";" not in slot else slot.split(";")
    givens_text, _, operations_text = program.partition(":")
    givens = []
    for item in givens_text.split(","):
        name, _, value = item.strip().partition("=")
        number, _, part = value.partition("@")
        givens.append(Given(name, Fraction(number), PARTS[part]))  # type: ignore[arg-type]
    operations = []
    for item in operations_text.split(","):
        name, expression, value = (piece.strip() for piece in item.split("="))
        operations.append(Operation(name, expression, Fraction(value)))
    [quantity] = find_quantities(after)
    then = quantity.number if givens[0].value == find_quantities(before)[0].number else quantity.value
    made = Program(tuple(givens), tuple(operations), givens[0].name, then)
    from dunyazad.problems.programs import run

    values = run(made, changed=then)
    assert values is not None
    answer, counterfactual = operations[-1].value, values[operations[-1].name]
    false = Fraction(wrong) if wrong else counterfactual
    return Problem(
        id="own/1",
        first_premise=start + before + end,
        alternate_first_premise=start + after + end,
        premises=premises,
        question=question,
        answer=answer,
        conclusion=conclusion.format(render_number(answer)),
        counterfactual_answer=counterfactual,
        wrong_conclusion=conclusion.format(render_number(false)),
        wrong_answer=false,
        names=("Ottilie",),
        program=made,
        solution=(),
        source="own",
        tags=(),
    )


def errors(problem: Problem) -> set[str]:
    return {finding.code for finding in certify(problem) if finding.severity == "error"}


GOOD = {
    "plain": (
        "Ottilie buys {5/8} books. | Each book costs $4. | How many dollars does Ottilie pay?",
        "Ottilie pays {} dollars.",
        "n=5@1, p=4@p : t=n * p=20",
    ),
    "bound kept": (
        "Ottilie orders goods for {$120/$150}. | Orders over $100 get $15 off. | How many dollars does Ottilie pay?",
        "Ottilie pays {} dollars.",
        "a=120@1, d=15@p : t=a - d=105",
    ),
    "the bound itself": (
        "A tank of Ottilie's has a capacity of {100/150} liters. | It has 40 liters in it. "
        "| How many liters can Ottilie add?",
        "Ottilie can add {} liters.",
        "a=100@1, d=40@p : t=a - d=60",
    ),
    "over, but not a bound": (
        "Ottilie hands over {$120/$90}. | The coat costs $80. | How many dollars does Ottilie get back?",
        "Ottilie gets {} dollars back.",
        "a=120@1, d=80@p : t=a - d=40",
    ),
    "distractor that coincides, in another measure": (
        "Ottilie dives {12/15} metres. | Bram dives 6 metres deeper. The water has 18 degrees. "
        "| How many metres does Bram dive?",
        "Bram dives {} metres.",
        "a=12@1, d=6@p : t=a + d=18",
    ),
    "wheels of cheese": (
        "Ottilie has {6/9} wheels of cheese. | Each costs $40. | How many dollars does the cheese of Ottilie cost?",
        "The cheese of Ottilie costs {} dollars.",
        "a=6@1, d=40@p : t=a * d=240",
    ),
    "2000 that is no year": (
        "Ottilie sorts {2000/1500} letters. | Bram sorts 300 letters. "
        "| How many letters are sorted by Ottilie and Bram?",
        "{} letters are sorted by Ottilie and Bram.",
        "a=2000@1, d=300@p : t=a + d=2300",
    ),
    "a rise by more than all": (
        "Ottilie's rent sees a {50%/150%} increase. | It was $200. | By how many dollars does Ottilie's rent rise?",
        "Ottilie's rent rises by {} dollars.",
        "a=50@1, d=200@p : t=a * d / 100=100",
    ),
}

LEFT = ("| Ottilie sells 3 hens. | How many hens does Ottilie have left?", "a=20@1, c=3@p : t=a - c=17")
FALSE = {
    "structural count": (
        "given-unused",
        "Ottilie has {3/5} friends. | Each friend gets 4 figs. | How many figs do Ottilie's friends get?",
        "Ottilie's friends get {} figs.",
        "n=3@1, p=4@p : t=p + p + p=12",
        "20",
    ),
    "levels and blocks of one value": (
        "bindings-disagree",
        "A tower of Ottilie has {4/6} levels. | The lowest has 20 blocks, the next 4 blocks fewer. "
        "| How many blocks do two levels of Ottilie's tower have?",
        "Two levels of Ottilie's tower have {} blocks.",
        "l=4@1, b=20@p, f=4@p : s=b - l=16, t=s + b=36",
    ),
    "a weekday's five taken for the hours": (
        "bindings-disagree",
        "Ottilie works {5/8} hours each weekday. | She earns $10 an hour. "
        "| How many dollars does Ottilie earn in a week?",
        "Ottilie earns {} dollars in a week.",
        "h=5@1, w=10@p : s=h * h=25, t=s * w=250",
    ),
    "a week's seven taken for the miles": (
        "bindings-disagree",
        "Ottilie walks {7/9} miles a day. | She never rests. | How many miles does Ottilie walk in a week?",
        "Ottilie walks {} miles in a week.",
        "m=7@1 : t=m * m=49",
    ),
    "a pair's two taken for those sold": (
        "bindings-disagree",
        "Ottilie sells {2/3} of her pairs of shoes. | She had 6 pairs. | How many shoes does Ottilie have left?",
        "Ottilie has {} shoes left.",
        "a=2@1, c=6@p : s=c - a=4, t=s * a=8",
    ),
    "total and all of its parts": (
        "number-restated",
        "Ottilie has {10/12} boxes. | Six of the boxes are red, and the other four are blue. Each box weighs 3 pounds. "
        "| How many pounds do Ottilie's boxes weigh?",
        "Ottilie's boxes weigh {} pounds.",
        "n=10@1, w=3@p : t=n * w=30",
    ),
    "part, whole and the other part": (
        "number-restated",
        "{Six/Seven} of Ottilie's ten boxes are red. | The other four boxes are blue. Each red box weighs 3 pounds. "
        "| How many pounds do Ottilie's red boxes weigh?",
        "Ottilie's red boxes weigh {} pounds.",
        "n=6@1, w=3@p : t=n * w=18",
    ),
    "percent and the other percent": (
        "number-restated",
        "Of Ottilie's flowers {40%/45%} are red. | The other 60% are white. She has 200 flowers. "
        "| How many red flowers does Ottilie have?",
        "Ottilie has {} red flowers.",
        "a=40@1, c=200@p : t=a * c / 100=80",
    ),
    "an intermediate result": (
        "number-restated",
        "Ottilie has {$50/$60}. | She spends $20, so that $30 is left. She then buys a hat for $12. "
        "| How many dollars does Ottilie have in the end?",
        "Ottilie has {} dollars in the end.",
        "a=50@1, b=20@p, c=12@p : s=a - b=30, t=s - c=18",
    ),
    "the answer": (
        "number-restated",
        "Ottilie has {14/10} hens. | She buys 6 hens, and so she has 20 hens now. "
        "| How many hens does Ottilie have now?",
        "Ottilie has {} hens now.",
        "a=14@1, b=6@p : t=a + b=20",
    ),
    "a sum that the program does not need": (
        "number-restated",
        "Ottilie reads 20 pages on Monday and {10/8} more on Tuesday, and on Wednesday thrice as many as on Tuesday. "
        "| So she reads 140 pages in total. | How many pages does Ottilie read on Wednesday?",
        "Ottilie reads {} pages on Wednesday.",
        "b=10@1, a=20@1, k=3@1 : s=a + b=30, t=s * k=90",
    ),
    "the amount once more": (
        "bindings-disagree",
        "Ottilie sells {12/15} jars. | The 12 jars cost $3 each. | How many dollars does Ottilie get?",
        "Ottilie gets {} dollars.",
        "n=12@1, p=3@p : t=n * p=36",
    ),
    "the amount once more, in words": (
        "bindings-disagree",
        "Ottilie sells {12/15} jars. | All twelve cost $3 each. | How many dollars does Ottilie get?",
        "Ottilie gets {} dollars.",
        "n=12@1, p=3@p : t=n * p=36",
    ),
    "the amount once more, in the question": (
        "bindings-disagree",
        "Ottilie sells {12/15} jars. | A jar costs $3. | How many dollars does Ottilie get for the 12 jars?",
        "Ottilie gets {} dollars for the 12 jars.",
        "n=12@1, p=3@p : t=n * p=36",
    ),
    "idle step": (
        "operation-idle",
        "Ottilie has {14/10} hens. | She buys 6 hens and 3 ducks. | How many hens does Ottilie have now?",
        "Ottilie has {} hens now.",
        "a=14@1, b=6@p, d=3@p : s=b + d=9, t=a + b=20",
    ),
    "rounding": (
        "program-value",
        "Ottilie needs {50/70} eggs. | Eggs come in cartons of 12. | How many cartons must Ottilie buy?",
        "Ottilie must buy {} cartons.",
        "a=50@1, b=12@p : t=a / b=5",
    ),
    "more turns into less": (
        "insane",
        "Ottilie has {30/10} coins. | Bram has 20 coins. | How many more coins does Ottilie have than Bram?",
        "Ottilie has {} more coins than Bram.",
        "a=30@1, b=20@p : t=a - b=10",
    ),
    "the cheaper shop": (
        "order-turns",
        "One shop sells rice to Ottilie at {$20/$30}. | The other sells it at $26. "
        "Ottilie buys 3 bags at the cheaper shop. "
        "| How many dollars does Ottilie pay?",
        "Ottilie pays {} dollars.",
        "a=20@1, b=3@p : t=a * b=60",
    ),
    "the older child": (
        "order-turns",
        "Ottilie is {12/8} years old. | Bram is 10 years old. The older child gets thrice as many figs as the age. "
        "| How many figs does the older child get?",
        "The older child gets {} figs.",
        "a=12@1, k=3@p : t=a * k=36",
    ),
    "or more": (
        "order-turns",
        "Ottilie orders goods for {$120/$80}. | Orders of $100 or more get $15 off. "
        "| How many dollars does Ottilie pay?",
        "Ottilie pays {} dollars.",
        "a=120@1, d=15@p : t=a - d=105",
    ),
    "over": (
        "order-turns",
        "Ottilie orders goods for {$120/$100}. | Orders over $100 get $15 off. | How many dollars does Ottilie pay?",
        "Ottilie pays {} dollars.",
        "a=120@1, d=15@p : t=a - d=105",
    ),
    "at least": (
        "order-turns",
        "Ottilie works {46/30} hours. | Whoever works at least 40 hours gets $50 extra. She earns $10 an hour. "
        "| How many dollars does Ottilie get?",
        "Ottilie gets {} dollars.",
        "a=46@1, b=50@p, c=10@p : s=a * c=460, t=s + b=510",
    ),
    "more than it holds": (
        "order-turns",
        "Ottilie pours {25/70} liters into a tank. | It holds at most 100 liters and has 60 liters in it. "
        "| How many liters are in Ottilie's tank then?",
        "{} liters are in Ottilie's tank then.",
        "a=25@1, b=60@p : t=a + b=85",
    ),
    "percent above all": (
        "insane",
        "Ottilie sells {40%/140%} of her hens. | She had 50 hens. | How many hens does Ottilie sell?",
        "Ottilie sells {} hens.",
        "a=40@1, b=50@p : t=a / 100 * b=20",
    ),
    "fraction above one": (
        "insane",
        "Ottilie eats {1/2;3/2} of her figs. | She has 12 figs. | How many figs does Ottilie eat?",
        "Ottilie eats {} figs.",
        "a=1/2@1, b=12@p : t=a * b=6",
    ),
    "half of 25 hens": (
        "things-broken",
        "Ottilie has {20/25} hens. | Half of them are brown, and each brown hen lays 4 eggs. "
        "| How many eggs do Ottilie's brown hens lay?",
        "Ottilie's brown hens lay {} eggs.",
        "a=20@1, h=1/2@p, e=4@p : s=a * h=10, t=s * e=40",
    ),
    "bills": (
        "number-fixed",
        "Ottilie pays with 3 {twenty/thirty}-dollar bills. | The lamp costs $54. "
        "| How many dollars does Ottilie get back?",
        "Ottilie gets {} dollars back.",
        "a=20@1, n=3@1, b=54@p : s=n * a=60, t=s - b=6",
    ),
    "legs": (
        "number-fixed",
        "A spider has {8/5} legs. | Ottilie sees 4 spiders. | How many legs does Ottilie see on the spiders?",
        "Ottilie sees {} legs on the spiders.",
        "a=8@1, b=4@p : t=a * b=32",
    ),
    "deck": (
        "number-fixed",
        "Ottilie has a deck of {52/43} cards. | She takes 9 cards away. | How many cards does Ottilie have left?",
        "Ottilie has {} cards left.",
        "a=52@1, b=9@p : t=a - b=43",
    ),
    "days of a week": (
        "number-fixed",
        "There are {7/9} days in a week. | Ottilie walks 3 miles a day. | How many miles does Ottilie walk in a week?",
        "Ottilie walks {} miles in a week.",
        "a=7@1, b=3@p : t=a * b=21",
    ),
    "cents of a dollar": (
        "number-fixed",
        "A dollar is {100/90} cents. | Ottilie has 3 dollars. | How many cents does Ottilie have?",
        "Ottilie has {} cents.",
        "a=100@1, b=3@p : t=a * b=300",
    ),
    "year": (
        "number-fixed",
        "Ottilie was born in {1980/1970}. | She moved in 2005. | At what age did Ottilie move?",
        "Ottilie moved at the age of {} years.",
        "a=1980@1, c=2005@p : t=c - a=25",
    ),
    "grade": (
        "number-fixed",
        "Ottilie is in grade {6/9}. | Each grade has 20 pupils. | How many pupils are in the grades up to Ottilie's?",
        "{} pupils are in the grades up to Ottilie's.",
        "a=6@1, c=20@p : t=a * c=120",
    ),
    "both": (
        "number-counted",
        "Ottilie has {2/4} brothers. | Both of them get 5 figs. | How many figs do Ottilie's brothers get?",
        "Ottilie's brothers get {} figs.",
        "a=2@1, c=5@p : t=a * c=10",
    ),
    "the second of two": (
        "number-counted",
        "Ottilie makes {2/5} trips. | The first trip is 40 miles, and the second one is as long. "
        "| How many miles does Ottilie go?",
        "Ottilie goes {} miles.",
        "a=2@1, c=40@p : t=a * c=80",
    ),
    "denied": (
        "no-statement",
        "Ottilie has {20/25} hens. " + LEFT[0],
        "Ottilie does not have {} hens left.",
        LEFT[1],
    ),
    "asked": ("no-statement", "Ottilie has {20/25} hens. " + LEFT[0], "Does Ottilie have {} hens left?", LEFT[1]),
    "hedged": ("no-statement", "Ottilie has {20/25} hens. " + LEFT[0], "Ottilie has at least {} hens left.", LEFT[1]),
    "two slots": (
        "conclusion-numbers",
        "Ottilie has {20/25} hens. " + LEFT[0],
        "Ottilie has {0} hens left, {0} in all.",
        LEFT[1],
    ),
    "another story's conclusion": (
        "no-anchor",
        "Ottilie has {20/25} hens. " + LEFT[0],
        "The reservoir holds {} gallons.",
        LEFT[1],
    ),
    "nobody named": (
        "pronoun",
        "She has {20/25} hens. | Three hens are sold. | How many hens are left?",
        "{} hens are left.",
        LEFT[1],
    ),
    "a literal from nowhere": (
        "literal-unbound",
        "Ottilie has {20/25} hens. " + LEFT[0],
        "Ottilie has {} hens left.",
        "a=20@1, c=3@p : t=a - c - 4=13",
    ),
}


@pytest.mark.parametrize("name", GOOD)
def test_what_is_true_is_not_taken_for_false(name: str) -> None:
    story, conclusion, program = GOOD[name]
    assert errors(record(story, conclusion, program)) == set()


@pytest.mark.parametrize("name", FALSE)
def test_a_false_record_is_met_with_its_code(name: str) -> None:
    code, story, conclusion, program, *wrong = FALSE[name]
    assert code in errors(record(story, conclusion, program, wrong=wrong[0] if wrong else None))


def test_a_price_by_the_hour_converts_nothing() -> None:
    text = "One hour is $10."
    assert why_fixed(text, find_quantities(text)[-1]) is None
