"""What every answer tells the browser to be careful about."""

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


# What only matters for something that is shown as a page; a first view loads a dozen files that are not.
FOR_PAGES = ("content-security-policy", "cross-origin-opener-policy", "permissions-policy")
INTERFACE, FILES = "/api/", "/static/"

RawHeaders = list[tuple[bytes, bytes]]


def raw_headers(settings: Settings, of: str = "") -> RawHeaders:
    """The headers as they go out for pages, for files or for the interface, whose answers are not stored."""
    headers = {name: value for name, value in HEADERS.items() if of != FILES or name not in FOR_PAGES}
    if settings.secure:
        headers["strict-transport-security"] = f"max-age={TWO_YEARS}"
    if of == INTERFACE:
        headers["cache-control"] = "no-store"
    return [(name.encode(), value.encode()) for name, value in headers.items()]
