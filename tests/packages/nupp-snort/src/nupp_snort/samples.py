"""Commands to try, variants worth checking and positions for the bench of Snort."""

from nupp.players.bench import Case, register_cases
from nupp.rules.samples import register_commands, register_variants

register_commands("snort", 'nupp best snort --moves "b2 d4" --time 1s', "nupp solve snort:size=3")
register_variants("snort", "snort:size=5")
register_cases("snort", Case("snort", 6), Case("snort", 5, "b2 d4"))
