"""Security headers of responses."""

from charidice.web.settings import Settings

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types charidice",
    )
)
# The lab may be part of any page. It has no data of anybody, and nothing in it can be pressed that changes a game.
EMBEDDED_POLICY = CONTENT_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
# Sphinx's search writes its results as HTML, which trusted types forbid; the site has no data of anybody to lose.
SITE_POLICY = "; ".join(
    rule
    for rule in CONTENT_POLICY.split("; ")
    if not rule.startswith(("require-trusted-types", "trusted-types", "manifest-src", "worker-src"))
)
UNUSED = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": ", ".join(f"{feature}=()" for feature in UNUSED),
}
TWO_YEARS = 2 * 365 * 24 * 3600
# Only documents need these; the dozen files of a first visit go without.
FOR_PAGES = ("content-security-policy", "cross-origin-opener-policy", "permissions-policy")
API, FILES = "/api/", "/static/"

RawHeaders = list[tuple[bytes, bytes]]


def raw_headers(settings: Settings, of: str = "") -> RawHeaders:
    """Default headers for pages, static files or the API, whose responses are never cached."""
    headers = {name: value for name, value in HEADERS.items() if of != FILES or name not in FOR_PAGES}
    if settings.secure:
        headers["strict-transport-security"] = f"max-age={TWO_YEARS}"
    if of == API:
        headers["cache-control"] = "no-store"
    return [(name.encode(), value.encode()) for name, value in headers.items()]
