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


RawHeaders = list[tuple[bytes, bytes]]


def raw_headers(settings: Settings, of_the_interface: bool) -> RawHeaders:
    """The headers as they go out; answers of the interface for programs are not stored."""
    headers = dict(HEADERS)
    if settings.secure:
        headers["strict-transport-security"] = f"max-age={TWO_YEARS}"
    if of_the_interface:
        headers["cache-control"] = "no-store"
    return [(name.encode(), value.encode()) for name, value in headers.items()]
