"""How a gold solution in GSM8K's form marks its arithmetic: `<<3*4=12>>` where it is done, `#### 12` at the end."""

from __future__ import annotations

import re

__all__ = ["ANNOTATED_RESULT", "ANNOTATION", "FINAL_ANSWER"]

# All that stands between the marks, whatever it is: to read it strictly, or to take it out of the prose.
ANNOTATION = re.compile(r"<<([^<>]*)>>")
# Arithmetic with one result, by its two sides. Bounded, for texts that come from anywhere.
ANNOTATED_RESULT = re.compile(r"<<([^<>=\n]{1,200})=([^<>=\n]{1,60})>>")
FINAL_ANSWER = re.compile(r"####[ \t]{0,8}([^\n]{1,60})")
