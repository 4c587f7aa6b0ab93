"""Reports may do nothing but show themselves."""

from pathlib import Path

from nupp.server.jobs.reports import report_response


def test_the_digest_of_a_script_is_that_of_the_standard(tmp_path: Path) -> None:
    """The example of Content Security Policy Level 3, section 8.4."""
    page = tmp_path / "page.html"
    page.write_text("<script>alert('Hello, world.');</script>")
    policy = report_response(page).headers["content-security-policy"]
    assert "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='" in policy
    page.write_text("<p>no script</p>")
    assert "script-src 'none'" in report_response(page).headers["content-security-policy"]
