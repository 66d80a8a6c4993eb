"""What opens a step."""

from __future__ import annotations

from dunyazad.reasoning.markers import step_markers


def test_regression_stars_between_two_markers_belong_to_the_second() -> None:
    # The line form of "Step 2." may take the stars behind it too, but they open the bold of "**Step 4:**".
    assert [marker.start for marker in step_markers("Step 2.**Step 4:** 3 + 4 = 7")] == [0, 7]
