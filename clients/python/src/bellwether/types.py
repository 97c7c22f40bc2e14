"""Types of the API's bodies. Generated from the OpenAPI document: do not edit."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union


class ValidationErrorContext(TypedDict):
    """Details."""
    errorType: str
    """What is wrong with the field, for programs."""


class _ValidationErrorRequired(TypedDict):
    """Required fields of ValidationError."""
    message: str
    """What is wrong with the field, to display."""
    path: str
    """Path of the field, such as population.include.0. Empty: the whole body."""
    context: ValidationErrorContext
    """Details."""


class ValidationError(_ValidationErrorRequired, total=False):
    """ValidationError"""
    suggestion: str
    """The value that was probably meant."""


class _ProblemRequired(TypedDict):
    """Required fields of Problem."""
    error: Literal["BAD_REQUEST", "VALIDATION_FAILED", "CONFLICT", "NOT_FOUND", "UNSUPPORTED_MEDIA_TYPE", "PAYLOAD_TOO_LARGE", "FORBIDDEN", "INVALID_AUTHORIZATION", "TOO_MANY_REQUESTS", "MAX_RESOURCES_REACHED", "MISSING_API_KEY", "MALFORMED_API_KEY", "EXPIRED_API_KEY", "INTERNAL_SERVER_ERROR"]
    """Category of the error, for programs."""
    id: str
    """ID of the request, also in the server's log."""
    note: str
    """What happened and what to do, to display."""


class Problem(_ProblemRequired, total=False):
    """Problem"""
    validationErrors: List[ValidationError]
    """The invalid fields, where known."""


class Trouble(TypedDict):
    """Trouble"""
    code: str
    """Code of the error, for programs; /docs/errors/{code} has a page about it."""
    note: str
    """What is wrong and what to do, to display."""
    since: str
    """When it began."""


class _ServiceStateRequired(TypedDict):
    """Required fields of ServiceState."""
    status: Literal["ok", "degraded", "unavailable"]
    """degraded: requests are served, but something waits. unavailable: the metadata store cannot be read or written, or this process is being stopped."""


class ServiceState(_ServiceStateRequired, total=False):
    """ServiceState"""
    troubles: List[Trouble]
    """What is wrong at present, the oldest first. Absent from /health."""


class EmailChoicesPost(TypedDict, total=False):
    """Which e-mails the owner gets."""
    builds: Literal["summary", "errors", "each_resource", "none"]
    """E-mails about builds. summary: one when everything that a change concerns is built, if predictions changed or something failed; after new data at most one a day. errors: one when something failed. each_resource: one for each resource, when it is first built and when it fails. none: none. Default: summary."""
    monthly: bool
    """true: once a month, an e-mail compares predictions whose horizon has ended with what happened. Default: true."""


class IdentityResolutionPost(TypedDict, total=False):
    """How records become people. A change rebuilds people and everything that depends on them."""
    mode: Literal["exact", "strict", "standard", "loose"]
    """How certain it must be that two records are one person. exact: equal keys only. strict, standard, loose: equal keys, or a probability of at least 0.95, 0.8 or 0.5. Default: standard."""
    most_merged: float
    """Share of people that a build may merge into others. A build that would merge more is held until you accept it. Default: 0.05."""
    default_country: Literal["AC", "AD", "AE", "AF", "AG", "AI", "AL", "AM", "AO", "AR", "AS", "AT", "AU", "AW", "AX", "AZ", "BA", "BB", "BD", "BE", "BF", "BG", "BH", "BI", "BJ", "BL", "BM", "BN", "BO", "BQ", "BR", "BS", "BT", "BW", "BY", "BZ", "CA", "CC", "CD", "CF", "CG", "CH", "CI", "CK", "CL", "CM", "CN", "CO", "CR", "CU", "CV", "CW", "CX", "CY", "CZ", "DE", "DJ", "DK", "DM", "DO", "DZ", "EC", "EE", "EG", "EH", "ER", "ES", "ET", "FI", "FJ", "FK", "FM", "FO", "FR", "GA", "GB", "GD", "GE", "GF", "GG", "GH", "GI", "GL", "GM", "GN", "GP", "GQ", "GR", "GT", "GU", "GW", "GY", "HK", "HN", "HR", "HT", "HU", "ID", "IE", "IL", "IM", "IN", "IO", "IQ", "IR", "IS", "IT", "JE", "JM", "JO", "JP", "KE", "KG", "KH", "KI", "KM", "KN", "KP", "KR", "KW", "KY", "KZ", "LA", "LB", "LC", "LI", "LK", "LR", "LS", "LT", "LU", "LV", "LY", "MA", "MC", "MD", "ME", "MF", "MG", "MH", "MK", "ML", "MM", "MN", "MO", "MP", "MQ", "MR", "MS", "MT", "MU", "MV", "MW", "MX", "MY", "MZ", "NA", "NC", "NE", "NF", "NG", "NI", "NL", "NO", "NP", "NR", "NU", "NZ", "OM", "PA", "PE", "PF", "PG", "PH", "PK", "PL", "PM", "PR", "PS", "PT", "PW", "PY", "QA", "RE", "RO", "RS", "RU", "RW", "SA", "SB", "SC", "SD", "SE", "SG", "SH", "SI", "SJ", "SK", "SL", "SM", "SN", "SO", "SR", "SS", "ST", "SV", "SX", "SY", "SZ", "TA", "TC", "TD", "TG", "TH", "TJ", "TK", "TL", "TM", "TN", "TO", "TR", "TT", "TV", "TW", "TZ", "UA", "UG", "US", "UY", "UZ", "VA", "VC", "VE", "VG", "VI", "VN", "VU", "WF", "WS", "XK", "YE", "YT", "ZA", "ZM", "ZW"]
    """Country of phone numbers without a country code, as an ISO 3166-1 alpha-2 code. Default: US."""


class _AccountPostRequired(TypedDict):
    """Required fields of AccountPost."""
    name: str
    """Display name."""


class AccountPost(_AccountPostRequired, total=False):
    """The new account. With a password, the answer also signs in, like POST /sessions."""
    email: str
    """Recipient of e-mails about builds."""
    emails: EmailChoicesPost
    identity_resolution: IdentityResolutionPost
    password: str
    """Password of any characters. Longer is better."""


class EmailChoices(TypedDict):
    """Which e-mails the owner gets."""
    builds: Literal["summary", "errors", "each_resource", "none"]
    """E-mails about builds. summary: one when everything that a change concerns is built, if predictions changed or something failed; after new data at most one a day. errors: one when something failed. each_resource: one for each resource, when it is first built and when it fails. none: none. Default: summary."""
    monthly: bool
    """true: once a month, an e-mail compares predictions whose horizon has ended with what happened. Default: true."""


class _IdentityResolutionRequired(TypedDict):
    """Required fields of IdentityResolution."""
    mode: Literal["exact", "strict", "standard", "loose"]
    """How certain it must be that two records are one person. exact: equal keys only. strict, standard, loose: equal keys, or a probability of at least 0.95, 0.8 or 0.5. Default: standard."""
    default_country: Literal["AC", "AD", "AE", "AF", "AG", "AI", "AL", "AM", "AO", "AR", "AS", "AT", "AU", "AW", "AX", "AZ", "BA", "BB", "BD", "BE", "BF", "BG", "BH", "BI", "BJ", "BL", "BM", "BN", "BO", "BQ", "BR", "BS", "BT", "BW", "BY", "BZ", "CA", "CC", "CD", "CF", "CG", "CH", "CI", "CK", "CL", "CM", "CN", "CO", "CR", "CU", "CV", "CW", "CX", "CY", "CZ", "DE", "DJ", "DK", "DM", "DO", "DZ", "EC", "EE", "EG", "EH", "ER", "ES", "ET", "FI", "FJ", "FK", "FM", "FO", "FR", "GA", "GB", "GD", "GE", "GF", "GG", "GH", "GI", "GL", "GM", "GN", "GP", "GQ", "GR", "GT", "GU", "GW", "GY", "HK", "HN", "HR", "HT", "HU", "ID", "IE", "IL", "IM", "IN", "IO", "IQ", "IR", "IS", "IT", "JE", "JM", "JO", "JP", "KE", "KG", "KH", "KI", "KM", "KN", "KP", "KR", "KW", "KY", "KZ", "LA", "LB", "LC", "LI", "LK", "LR", "LS", "LT", "LU", "LV", "LY", "MA", "MC", "MD", "ME", "MF", "MG", "MH", "MK", "ML", "MM", "MN", "MO", "MP", "MQ", "MR", "MS", "MT", "MU", "MV", "MW", "MX", "MY", "MZ", "NA", "NC", "NE", "NF", "NG", "NI", "NL", "NO", "NP", "NR", "NU", "NZ", "OM", "PA", "PE", "PF", "PG", "PH", "PK", "PL", "PM", "PR", "PS", "PT", "PW", "PY", "QA", "RE", "RO", "RS", "RU", "RW", "SA", "SB", "SC", "SD", "SE", "SG", "SH", "SI", "SJ", "SK", "SL", "SM", "SN", "SO", "SR", "SS", "ST", "SV", "SX", "SY", "SZ", "TA", "TC", "TD", "TG", "TH", "TJ", "TK", "TL", "TM", "TN", "TO", "TR", "TT", "TV", "TW", "TZ", "UA", "UG", "US", "UY", "UZ", "VA", "VC", "VE", "VG", "VI", "VN", "VU", "WF", "WS", "XK", "YE", "YT", "ZA", "ZM", "ZW"]
    """Country of phone numbers without a country code, as an ISO 3166-1 alpha-2 code. Default: US."""


class IdentityResolution(_IdentityResolutionRequired, total=False):
    """How records become people."""
    most_merged: float
    """Share of people that a build may merge into others. A build that would merge more is held until you accept it. Default: 0.05."""


class GrantedTables(TypedDict):
    """Tables of the lake that the operator grants: tables, or catalogs and schemas with everything below. Absent: there is no cluster."""
    read: List[str]
    """What datasets may read."""
    write: List[str]
    """What targets may write."""


class _AccountRequired(TypedDict):
    """Required fields of Account."""
    id: str
    """Assigned by the service."""
    resource_type: Literal["accounts"]
    """Type of the record."""
    name: str
    """Display name."""
    status: Literal["ready"]
    """Always ready: an account is not built."""
    created_at: str
    """When it signed up."""
    updated_at: str
    """When it last changed."""
    emails: EmailChoices
    identity_resolution: IdentityResolution


class Account(_AccountRequired, total=False):
    """Account"""
    email: str
    """Recipient of e-mails about builds."""
    parent_account_id: str
    """ID of the account whose key made it. Absent: it signed up."""
    email_confirmed_at: str
    """When its owner confirmed the e-mail address. Absent: not yet, or not asked for."""
    delete_at: str
    """When the account and everything it owns is deleted, unless it is restored before."""
    data_through: str
    """Cutoff of all cohorts and scores: just after the newest event."""
    tables: GrantedTables
    api_key: str
    """First API key, in the answer to the sign-up alone."""


class AccountMergePatchEmails(TypedDict, total=False):
    """Which e-mails the owner gets."""
    builds: Literal["summary", "errors", "each_resource", "none", None]
    """E-mails about builds. summary: one when everything that a change concerns is built, if predictions changed or something failed; after new data at most one a day. errors: one when something failed. each_resource: one for each resource, when it is first built and when it fails. none: none. Default: summary."""
    monthly: Union[bool, None]
    """true: once a month, an e-mail compares predictions whose horizon has ended with what happened. Default: true."""


class AccountMergePatchEmails2(TypedDict, total=False):
    """Which e-mails the owner gets."""
    builds: Literal["summary", "errors", "each_resource", "none", None]
    """E-mails about builds. summary: one when everything that a change concerns is built, if predictions changed or something failed; after new data at most one a day. errors: one when something failed. each_resource: one for each resource, when it is first built and when it fails. none: none. Default: summary."""
    monthly: Union[bool, None]
    """true: once a month, an e-mail compares predictions whose horizon has ended with what happened. Default: true."""


class AccountMergePatchIdentityResolution(TypedDict, total=False):
    """How records become people. A change rebuilds people and everything that depends on them."""
    mode: Literal["exact", "strict", "standard", "loose", None]
    """How certain it must be that two records are one person. exact: equal keys only. strict, standard, loose: equal keys, or a probability of at least 0.95, 0.8 or 0.5. Default: standard."""
    most_merged: Union[float, None]
    """Share of people that a build may merge into others. A build that would merge more is held until you accept it. Default: 0.05."""
    default_country: Literal["AC", "AD", "AE", "AF", "AG", "AI", "AL", "AM", "AO", "AR", "AS", "AT", "AU", "AW", "AX", "AZ", "BA", "BB", "BD", "BE", "BF", "BG", "BH", "BI", "BJ", "BL", "BM", "BN", "BO", "BQ", "BR", "BS", "BT", "BW", "BY", "BZ", "CA", "CC", "CD", "CF", "CG", "CH", "CI", "CK", "CL", "CM", "CN", "CO", "CR", "CU", "CV", "CW", "CX", "CY", "CZ", "DE", "DJ", "DK", "DM", "DO", "DZ", "EC", "EE", "EG", "EH", "ER", "ES", "ET", "FI", "FJ", "FK", "FM", "FO", "FR", "GA", "GB", "GD", "GE", "GF", "GG", "GH", "GI", "GL", "GM", "GN", "GP", "GQ", "GR", "GT", "GU", "GW", "GY", "HK", "HN", "HR", "HT", "HU", "ID", "IE", "IL", "IM", "IN", "IO", "IQ", "IR", "IS", "IT", "JE", "JM", "JO", "JP", "KE", "KG", "KH", "KI", "KM", "KN", "KP", "KR", "KW", "KY", "KZ", "LA", "LB", "LC", "LI", "LK", "LR", "LS", "LT", "LU", "LV", "LY", "MA", "MC", "MD", "ME", "MF", "MG", "MH", "MK", "ML", "MM", "MN", "MO", "MP", "MQ", "MR", "MS", "MT", "MU", "MV", "MW", "MX", "MY", "MZ", "NA", "NC", "NE", "NF", "NG", "NI", "NL", "NO", "NP", "NR", "NU", "NZ", "OM", "PA", "PE", "PF", "PG", "PH", "PK", "PL", "PM", "PR", "PS", "PT", "PW", "PY", "QA", "RE", "RO", "RS", "RU", "RW", "SA", "SB", "SC", "SD", "SE", "SG", "SH", "SI", "SJ", "SK", "SL", "SM", "SN", "SO", "SR", "SS", "ST", "SV", "SX", "SY", "SZ", "TA", "TC", "TD", "TG", "TH", "TJ", "TK", "TL", "TM", "TN", "TO", "TR", "TT", "TV", "TW", "TZ", "UA", "UG", "US", "UY", "UZ", "VA", "VC", "VE", "VG", "VI", "VN", "VU", "WF", "WS", "XK", "YE", "YT", "ZA", "ZM", "ZW", None]
    """Country of phone numbers without a country code, as an ISO 3166-1 alpha-2 code. Default: US."""


class AccountMergePatchIdentityResolution2(TypedDict, total=False):
    """How records become people. A change rebuilds people and everything that depends on them."""
    mode: Literal["exact", "strict", "standard", "loose", None]
    """How certain it must be that two records are one person. exact: equal keys only. strict, standard, loose: equal keys, or a probability of at least 0.95, 0.8 or 0.5. Default: standard."""
    most_merged: Union[float, None]
    """Share of people that a build may merge into others. A build that would merge more is held until you accept it. Default: 0.05."""
    default_country: Literal["AC", "AD", "AE", "AF", "AG", "AI", "AL", "AM", "AO", "AR", "AS", "AT", "AU", "AW", "AX", "AZ", "BA", "BB", "BD", "BE", "BF", "BG", "BH", "BI", "BJ", "BL", "BM", "BN", "BO", "BQ", "BR", "BS", "BT", "BW", "BY", "BZ", "CA", "CC", "CD", "CF", "CG", "CH", "CI", "CK", "CL", "CM", "CN", "CO", "CR", "CU", "CV", "CW", "CX", "CY", "CZ", "DE", "DJ", "DK", "DM", "DO", "DZ", "EC", "EE", "EG", "EH", "ER", "ES", "ET", "FI", "FJ", "FK", "FM", "FO", "FR", "GA", "GB", "GD", "GE", "GF", "GG", "GH", "GI", "GL", "GM", "GN", "GP", "GQ", "GR", "GT", "GU", "GW", "GY", "HK", "HN", "HR", "HT", "HU", "ID", "IE", "IL", "IM", "IN", "IO", "IQ", "IR", "IS", "IT", "JE", "JM", "JO", "JP", "KE", "KG", "KH", "KI", "KM", "KN", "KP", "KR", "KW", "KY", "KZ", "LA", "LB", "LC", "LI", "LK", "LR", "LS", "LT", "LU", "LV", "LY", "MA", "MC", "MD", "ME", "MF", "MG", "MH", "MK", "ML", "MM", "MN", "MO", "MP", "MQ", "MR", "MS", "MT", "MU", "MV", "MW", "MX", "MY", "MZ", "NA", "NC", "NE", "NF", "NG", "NI", "NL", "NO", "NP", "NR", "NU", "NZ", "OM", "PA", "PE", "PF", "PG", "PH", "PK", "PL", "PM", "PR", "PS", "PT", "PW", "PY", "QA", "RE", "RO", "RS", "RU", "RW", "SA", "SB", "SC", "SD", "SE", "SG", "SH", "SI", "SJ", "SK", "SL", "SM", "SN", "SO", "SR", "SS", "ST", "SV", "SX", "SY", "SZ", "TA", "TC", "TD", "TG", "TH", "TJ", "TK", "TL", "TM", "TN", "TO", "TR", "TT", "TV", "TW", "TZ", "UA", "UG", "US", "UY", "UZ", "VA", "VC", "VE", "VG", "VI", "VN", "VU", "WF", "WS", "XK", "YE", "YT", "ZA", "ZM", "ZW", None]
    """Country of phone numbers without a country code, as an ISO 3166-1 alpha-2 code. Default: US."""


class AccountMergePatch(TypedDict, total=False):
    """New values."""
    name: Union[str, None]
    """Display name."""
    email: Union[str, None]
    """Recipient of e-mails about builds."""
    emails: Union[AccountMergePatchEmails, AccountMergePatchEmails2]
    """Which e-mails the owner gets."""
    identity_resolution: Union[AccountMergePatchIdentityResolution, AccountMergePatchIdentityResolution2]
    """How records become people. A change rebuilds people and everything that depends on them."""


class _OutboxMessageRequired(TypedDict):
    """Required fields of OutboxMessage."""
    id: str
    """ID of the message."""
    recipient: str
    """Address of the recipient."""
    subject: str
    """Subject line."""
    body: str
    """Text of the message."""
    created_at: str
    """When it was written."""
    attempts: int
    """Number of attempts to send it."""


class OutboxMessage(_OutboxMessageRequired, total=False):
    """OutboxMessage"""
    html: str
    """The same in HTML. Absent: it is sent as text alone."""
    sent_at: str
    """When the mail server accepted it."""
    waiting_for: str
    """Why it is not sent yet, if the mail server does not answer."""
    error: str
    """Why the last attempt failed."""


class SessionByPassword(TypedDict):
    """SessionByPassword"""
    email: str
    """E-mail address of the account."""
    password: str
    """Password of the account."""


class SessionByKey(TypedDict):
    """SessionByKey"""
    api_key: str
    """Any API key of the account."""


class _SessionAccountRequired(TypedDict):
    """Required fields of SessionAccount."""
    id: str
    """ID of the account."""
    name: str
    """Display name."""


class SessionAccount(_SessionAccountRequired, total=False):
    """SessionAccount"""
    email: str
    """Recipient of e-mails about builds."""


class Session(TypedDict):
    """Session"""
    account: Union[SessionAccount, None]
    """The account that is signed in. null: none."""
    has_password: bool
    """true: the account has a password. false: it has only API keys."""
    awaits_confirmation: bool
    """true: nothing but its confirmation is sent to the account's e-mail address until its owner confirms it."""
    is_first_start: bool
    """true: there is no account yet."""
    can_sign_up: bool
    """true: BELLWETHER_SIGN_UP allows a new account."""
    sends_email: bool
    """true: the service sends e-mails. false: SMTP_URL is not set, and they stay in the outbox."""


class _PasswordPutRequired(TypedDict):
    """Required fields of PasswordPut."""
    password: str
    """Password of any characters. Longer is better."""


class PasswordPut(_PasswordPutRequired, total=False):
    """The new password."""
    current_password: str
    """Current password. Required in a session if the account has one."""


class ApiKeyPost(TypedDict, total=False):
    """The new key."""
    name: str
    """Display name."""
    scope: Literal["everything", "read", "upload"]
    """Operations that the key may be used for. read: all that read, also files and people. upload: sending files, and nothing else. everything: all operations."""


class ApiKeyIssued(TypedDict):
    """ApiKeyIssued"""
    id: str
    """ID of the key, to revoke it."""
    name: str
    """Name that says what it is used for."""
    scope: Literal["everything", "read", "upload"]
    """Operations that the key may be used for. read: all that read, also files and people. upload: sending files, and nothing else. everything: all operations."""
    created_at: str
    """When it was issued."""
    api_key: str
    """The key. It is shown only once."""


class _ApiKeyRequired(TypedDict):
    """Required fields of ApiKey."""
    id: str
    """ID of the key, to revoke it."""
    name: str
    """Name that says what it is used for."""
    scope: Literal["everything", "read", "upload"]
    """Operations that the key may be used for. read: all that read, also files and people. upload: sending files, and nothing else. everything: all operations."""
    created_at: str
    """When it was issued."""
    hint: str
    """Last four characters of the key."""


class ApiKey(_ApiKeyRequired, total=False):
    """ApiKey"""
    expires_at: str
    """When it expires."""
    revoked_at: str
    """When it was revoked."""
    last_used_at: str
    """When it was last used, to the hour. Absent: never."""


class _AuditEntryActorRequired(TypedDict):
    """Required fields of AuditEntryActor."""
    type: Literal["key", "session", "link", "command", "service", "nobody"]
    """key: a program with an API key. session: a signed-in user. link: someone with a signed link. command: the operator, on the service's machine. service: the service itself. nobody: a request without a valid key."""


class AuditEntryActor(_AuditEntryActorRequired, total=False):
    """Whoever did it, under the name of that time."""
    id: str
    """ID of the key or session."""
    name: str
    """Name of the key, e-mail address of the user or of whoever signs up, or name of the command."""
    hint: str
    """Last four characters of the key."""
    address: str
    """Network address of the request."""


class _AuditEntryResourceRequired(TypedDict):
    """Required fields of AuditEntryResource."""
    type: str
    """Type of the resource, as in its path."""


class AuditEntryResource(_AuditEntryResourceRequired, total=False):
    """What it was done to."""
    id: str
    """ID of the resource."""
    name: str
    """Name of the resource at that time."""


class _AuditEntryRequired(TypedDict):
    """Required fields of AuditEntry."""
    id: str
    """ID of the entry."""
    at: str
    """When it was done; for several reads, the first."""
    times: int
    """Number of equal reads within an hour, which are one entry. 1 for changes."""
    last_at: str
    """When the last of them was done."""
    actor: AuditEntryActor
    """Whoever did it, under the name of that time."""
    action: Literal["create", "update", "delete", "archive", "unarchive", "rebuild", "restore", "upload", "cancel", "split", "merge", "undo", "test", "rotate_secret", "revoke_links", "sign_up", "sign_in", "sign_in_failed", "sign_out", "set_password", "confirm_email", "send_confirmation", "download", "view", "search", "look_up", "preview"]
    """What was done."""
    changes: List[str]
    """Paths of the changed fields. Their values are not recorded."""
    sentence: str
    """The entry as a sentence, to display."""


class AuditEntry(_AuditEntryRequired, total=False):
    """AuditEntry"""
    resource: AuditEntryResource
    """What it was done to."""


class _AuditPageRequired(TypedDict):
    """Required fields of AuditPage."""
    entries: List[AuditEntry]
    """Entries, newest first."""


class AuditPage(_AuditPageRequired, total=False):
    """AuditPage"""
    next_cursor: str
    """Cursor of the next page. Absent on the last page."""


class AccountBillingInvoicesItem(TypedDict):
    """AccountBillingInvoicesItem"""
    amount: float
    """The amount."""
    due_date: str
    """When it is due."""
    effective_date: str
    """Its date."""
    paid: bool
    """true: it is paid."""


class AccountBillingPaymentsItem(TypedDict):
    """AccountBillingPaymentsItem"""
    amount: float
    """The amount."""
    date: str
    """Its date."""


class AccountBillingUsagesItem(TypedDict):
    """AccountBillingUsagesItem"""
    description: str
    """What is counted."""
    usage: float
    """The count."""


class AccountBilling(TypedDict):
    """AccountBilling"""
    invoices: List[AccountBillingInvoicesItem]
    """Always empty: a service that you run yourself sends no invoices."""
    payments: List[AccountBillingPaymentsItem]
    """Always empty."""
    usages: List[AccountBillingUsagesItem]
    """As in the account's usage."""


class AccountUsage(TypedDict):
    """AccountUsage"""
    description: str
    """What is counted."""
    usage: float
    """The count."""


class IdentitySet(TypedDict, total=False):
    """IdentitySet"""
    customer_id: str
    """Column of your own customer ID. Equal IDs are one person."""
    email: str
    """Column of an e-mail address."""
    email_hash: str
    """Column of the SHA-256 of the address in lower case, without a plus tag."""
    phone: str
    """Column of a telephone number."""
    person_full_name: str
    """Column of the full name."""
    person_first_name: str
    """Column of the first name."""
    person_last_name: str
    """Column of the last name."""
    house_number_and_street: List[str]
    """Columns of the street's lines, joined by a space."""
    city: str
    """Column of the city."""
    state: str
    """Column of the state."""
    postcode: str
    """Column of the postcode."""
    freeform_address: str
    """Column of the full address."""
    birth_date: str
    """Column of the date of birth, in any common format."""
    national_id: str
    """Column of a national ID number. It is never delivered."""
    country: str
    """Column of the country, as a code or a name. Telephone numbers, postcodes and streets are read by it."""


SnapshotAnswer = TypedDict(
    "SnapshotAnswer",
    {
        "column_name": "str",
        "is": "List[str]",
    },
    total=False,
)


class _SnapshotRequired(TypedDict):
    """Required fields of Snapshot."""
    answer: SnapshotAnswer


class Snapshot(_SnapshotRequired, total=False):
    """For files with one row per customer and no dates: the answer that each row has."""
    rows_are_customers: bool
    """true: each row is a customer of its own, whose customer ID is the number of the row, counted through all files in the order of their arrival. For files without a customer ID: it counts only where identity_sets is empty."""


class MergedDataset(TypedDict):
    """MergedDataset"""
    dataset_id: str
    """ID of a dataset that reads files."""
    join_column: str
    """Column whose equal values join rows."""


class _ColumnPartRequired(TypedDict):
    """Required fields of ColumnPart."""
    column_name: str
    """Name of a column in the files."""


class ColumnPart(_ColumnPartRequired, total=False):
    """ColumnPart"""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601"]
    """Format of the values. Absent: detected from the data and shown."""
    pattern: str
    """RE2 regular expression with one group, which captures a number. The numbers of all matches are added."""


class ColumnMappingPost(TypedDict, total=False):
    """A column, or several, and the format of the values."""
    column_name: str
    """Name of a column in the files."""
    columns: List[Union[str, ColumnPart]]
    """Several columns instead of one: a date and its time, the factors of an amount, or the items of a list."""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601"]
    """Format of the values. Absent: detected from the data and shown."""
    combine: Literal["product", "sum", "difference", "discounted_product"]
    """Makes one number of columns. In a sum or difference, an empty column counts as 0 unless all are empty. discounted_product: the product of the columns before the last, less the last one, whatever its sign: quantity × price - discount."""
    aggregate: Literal["first", "last", "sum", "max", "count", "distinct_count", "top", "list"]
    """With event_key: what the rows of an event make of it. Absent: the first value, and the sum of combined columns. count, distinct_count, top (the most frequent value) and list (the distinct values) are for properties."""


class _ColumnConditionRequired(TypedDict):
    """Required fields of ColumnCondition."""
    column_name: str
    """Name of a column in the files."""


class ColumnCondition(_ColumnConditionRequired, total=False):
    """ColumnCondition"""
    _eq: Union[str, float, bool]
    """Equals this value."""
    _neq: Union[str, float, bool]
    """Differs from this value."""
    _gt: Union[str, float, bool]
    """Greater than this value; for dates, later."""
    _gte: Union[str, float, bool]
    """Greater than or equal to this value."""
    _lt: Union[str, float, bool]
    """Less than this value; for dates, earlier."""
    _lte: Union[str, float, bool]
    """Less than or equal to this value."""
    _in: List[Union[str, float, bool]]
    """Equals one of these values."""
    _nin: List[Union[str, float, bool]]
    """Equals none of these values."""
    _null: bool
    """true: rows without a value, which otherwise never match."""
    _nnull: bool
    """true: rows with a value."""
    _matches: str
    """RE2 regular expression that matches anywhere in the value."""
    optional: bool
    """Optional conditions form one OR group, which is joined to the required conditions by AND."""
    _nmatches: str
    """RE2 regular expression that matches nowhere in the value."""


RefundsPost = TypedDict(
    "RefundsPost",
    {
        "conditions": "List[ColumnCondition]",
        "as": "str",
        "value": "Union[str, ColumnMappingPost]",
        "event_key": "List[str]",
    },
    total=False,
)


AmountCurrency = TypedDict(
    "AmountCurrency",
    {
        "column_name": "str",
        "is": "str",
        "includes_unnamed": "bool",
    },
    total=False,
)


class UnlessRunning(TypedDict):
    """The end of a row is no event while another row of the same customer runs, for example after a change of plan."""
    start: str
    """Column of the date on which a row starts."""
    end: str
    """Column of the date on which it ends; empty while it runs."""


class _DatasetPostOptionsRequired(TypedDict):
    """Required fields of DatasetPostOptions."""
    type: Literal["hosted_csv", "merge", "postgres", "mysql", "redshift", "snowflake", "bigquery", "aws_rds_postgres", "aws_aurora_postgres", "gcp_cloud_sql_postgres", "mariadb", "aws_rds_mysql", "aws_aurora_mysql", "gcp_cloud_sql_mysql", "aws_redshift", "s3", "aws_s3", "gcs", "spark_table"]
    """Source of the rows. hosted_csv: files uploaded here. merge: other datasets, joined. A type of database, or a name of a hosted one: a table behind a connection of that type. s3, or aws_s3 or gcs: files of the bucket of a connection. spark_table: a table of a lake, read by the service's cluster."""


class DatasetPostOptions(_DatasetPostOptionsRequired, total=False):
    """Source of the rows and its format."""
    upload_directory: str
    """Upload directory of the files. Use letters, digits, underscores and hyphens. Do not start with a hyphen."""
    delimiter: str
    """Delimiter between values. Absent: detected from the data."""
    header_row: Union[int, str]
    """Row of the column names, counted from 1. 0: there is none, and the columns are called column_1, column_2, … Absent: detected in each file."""
    sheet: str
    """Sheet of an Excel workbook. Absent: the visible sheet that looks most like a table."""
    replace_all_with_latest_file: bool
    """true: read only the newest file."""
    snapshot: Snapshot
    prefix: str
    """For type s3: the files to read, below the directory of the connection. A directory, with all that is below it; a file; or a pattern, in which * stands for any characters but a slash, and ** for any characters. Absent: all files of the connection."""
    refresh_hours: int
    """For type s3: the hours after which the bucket is listed again. Default: 1."""
    merge: List[MergedDataset]
    """For type merge: the datasets to join. Rows with equal join columns become one row; rows without a match stay on their own."""
    migrate: bool
    """true: move identity_sets, output_to_streams and output_to_traits from the datasets to the merge."""
    table_name: str
    """For databases: a table or view in the connection's schema or database. It is read completely once a day and on force_update. For type spark_table: a table that the cluster reads and the account may read, with dots between the parts of its name."""


class DatasetPostOutputAllColumnsAsTraits(TypedDict):
    """Turns every column without another use into a trait."""
    exclude: List[str]
    """Columns to leave out."""


class DatasetPostOutputToStreamsValue(TypedDict, total=False):
    """DatasetPostOutputToStreamsValue"""
    data_map: Dict[str, Union[str, ColumnMappingPost]]
    """Columns by field of an event: datetime, value, and any property of your choice."""
    value: Union[str, ColumnMappingPost]
    """The same as data_map.value."""
    conditions: List[ColumnCondition]
    """Conditions that select the rows that are events of the stream."""
    event_key: List[str]
    """Columns that make one event: rows that are equal in them are one event, such as the lines of an order. Absent: each row is an event."""
    event_conditions: List[ColumnCondition]
    """With event_key: conditions that select events. A row without a value has the first one of the event's rows. Rows that do not meet them, such as a void line of a receipt, are left out; an event without any other row is left out."""
    refunds: RefundsPost
    refunded: Union[str, ColumnMappingPost]
    """Amount that was given back, where it stands on the rows of the event itself. It lowers the value, and an event with nothing left is left out."""
    currency: AmountCurrency
    unless_running: UnlessRunning


class _DatasetPostOutputToTraitsValueRequired(TypedDict):
    """Required fields of DatasetPostOutputToTraitsValue."""
    column_name: str
    """Name of a column in the files."""


class DatasetPostOutputToTraitsValue(_DatasetPostOutputToTraitsValueRequired, total=False):
    """DatasetPostOutputToTraitsValue"""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601"]
    """Format of the values. Absent: detected from the data and shown."""
    transformation_table: Dict[str, Union[str, float, bool]]
    """Replacements of values, by value as written; `*` replaces every other value."""


class _DatasetPostRequired(TypedDict):
    """Required fields of DatasetPost."""
    name: str
    """Display name."""
    identity_sets: Dict[str, IdentitySet]
    """Columns that identify a person, by a name of your choice. Use several sets if a row identifies people in several ways."""
    options: DatasetPostOptions
    """Source of the rows and its format."""


class DatasetPost(_DatasetPostRequired, total=False):
    """DatasetPost"""
    upsert_columns: List[str]
    """Key of a row. Of rows with equal keys, only the one from the newest file counts."""
    incremental_column: str
    """Column that orders rows: rows older than the newest value read so far are ignored."""
    reference_key_columns: List[str]
    """Columns with keys of yours, by which targets of mode referenced identify people."""
    privacy: Literal["suppress", "delete"]
    """Marks the dataset as a list of people to leave out of learning, scores and files. delete: also drop their rows in other datasets when those are read again."""
    output_all_columns_as_traits: DatasetPostOutputAllColumnsAsTraits
    """Turns every column without another use into a trait."""
    preview: bool
    """true: detect columns and read a sample, without importing anything."""
    connection_id: str
    """ID of the connection to read from, for a table of a database or files of a bucket."""
    reference_key_column: str
    """The same as a single entry of reference_key_columns."""
    output_to_streams: Dict[str, DatasetPostOutputToStreamsValue]
    """Events to create from the rows, by stream."""
    output_to_traits: Dict[str, DatasetPostOutputToTraitsValue]
    """Traits to create from the rows, by trait."""


class ColumnMapping(TypedDict, total=False):
    """A column, or several, and the format of the values."""
    column_name: str
    """Name of a column in the files."""
    columns: List[ColumnPart]
    """Several columns instead of one: a date and its time, the factors of an amount, or the items of a list."""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601"]
    """Format of the values. Absent: detected from the data and shown."""
    combine: Literal["product", "sum", "difference", "discounted_product"]
    """Makes one number of columns. In a sum or difference, an empty column counts as 0 unless all are empty. discounted_product: the product of the columns before the last, less the last one, whatever its sign: quantity × price - discount."""
    aggregate: Literal["first", "last", "sum", "max", "count", "distinct_count", "top", "list"]
    """With event_key: what the rows of an event make of it. Absent: the first value, and the sum of combined columns. count, distinct_count, top (the most frequent value) and list (the distinct values) are for properties."""


Refunds = TypedDict(
    "Refunds",
    {
        "conditions": "List[ColumnCondition]",
        "as": "str",
        "value": "ColumnMapping",
        "event_key": "List[str]",
    },
    total=False,
)


class _StreamMappingRequired(TypedDict):
    """Required fields of StreamMapping."""
    data_map: Dict[str, ColumnMapping]
    """Columns by field of an event: datetime, value, and any property of your choice."""
    stream_id: str
    """ID of the stream."""


class StreamMapping(_StreamMappingRequired, total=False):
    """StreamMapping"""
    conditions: List[ColumnCondition]
    """Conditions that select the rows that are events of the stream."""
    event_key: List[str]
    """Columns that make one event: rows that are equal in them are one event, such as the lines of an order. Absent: each row is an event."""
    event_conditions: List[ColumnCondition]
    """With event_key: conditions that select events. A row without a value has the first one of the event's rows. Rows that do not meet them, such as a void line of a receipt, are left out; an event without any other row is left out."""
    refunds: Refunds
    refunded: ColumnMapping
    currency: AmountCurrency
    unless_running: UnlessRunning


class ValueCount(TypedDict):
    """ValueCount"""
    value: str
    """Value as written."""
    rows: int
    """Rows that have it."""


class CurrencyRows(TypedDict):
    """CurrencyRows"""
    value: str
    """Code or symbol of the currency."""
    rows: int
    """Rows that have it."""


class _DetectedColumnRequired(TypedDict):
    """Required fields of DetectedColumn."""
    name: str
    """Name of the column."""
    data_type: Literal["boolean", "date", "double", "string"]
    """Type that fits all values."""
    is_nullable: bool
    """true: some rows have no value."""
    fill_rate: float
    """Share of rows with a value, 0 to 1."""


class DetectedColumn(_DetectedColumnRequired, total=False):
    """DetectedColumn"""
    examples: List[str]
    """In a preview: up to five values as written, including the least and the greatest."""
    distinct_count: int
    """In a preview: number of distinct values. In large files, like min and max, computed from rows spread over the file."""
    values: List[ValueCount]
    """In a preview: all values of a column that has at most 40, the most frequent first."""
    currencies: List[CurrencyRows]
    """In a preview: the currencies that are written beside amounts, the most frequent first."""
    min: Union[float, str]
    """In a preview: least number, or earliest date in ISO 8601."""
    max: Union[float, str]
    """In a preview: greatest number, or latest date in ISO 8601."""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601"]
    """In a preview: format in which its dates are read."""
    is_ambiguous: Literal[True]
    """In a preview: its dates fit several formats."""
    possible_formats: List[Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601"]]
    """For ambiguous dates: the formats to choose from."""


class RecognisedExport(TypedDict):
    """The known export that the file is."""
    platform: str
    """The platform."""
    export: str
    """Its kind of file."""
    title: str
    """Both, to display."""


class _CurrencyCountsRequired(TypedDict):
    """Required fields of CurrencyCounts."""
    currency: Union[str, None]
    """Code or symbol; null for events whose rows name several, and for those that name none."""
    events: int
    """Events in it."""
    value_total: float
    """Sum of their amounts, less refunds."""


class CurrencyCounts(_CurrencyCountsRequired, total=False):
    """CurrencyCounts"""
    is_unnamed: Literal[True]
    """The events name no currency, and others do. They have no value, unless currency.includes_unnamed is set."""


class _LeftOutRequired(TypedDict):
    """Required fields of LeftOut."""
    reason: Literal["condition", "event_condition", "refund", "refunded", "no_key", "no_date", "not_a_date", "in_future", "not_a_number", "repeated", "replaced", "still_running", "deleted_person", "malformed", "total"]
    """Why. condition and event_condition: a row does not meet one. refund: rows of refunds. refunded: nothing is left of their event. no_key: rows that name neither their event nor a date, such as further lines of an order. repeated: equal to another row. replaced: a newer file has the event or its key. total: sums at the end of a file."""
    rows: int
    """Rows."""
    events: int
    """Whole events among them."""


class LeftOut(_LeftOutRequired, total=False):
    """LeftOut"""
    column_name: str
    """Column of the condition, of the value that cannot be read, or of the key."""
    value: Union[str, None]
    """What the rows have in that column; null for nothing. Absent where a column has more than 20 such values."""


class _EventCountsRequired(TypedDict):
    """Required fields of EventCounts."""
    rows: int
    """Rows of events, without refunds and rejected rows."""
    events: int
    """Events."""
    customers: int
    """Distinct customers as the file names them: by customer ID if each has one, else by the e-mail address in lower case, else by another identity."""
    without_customer: int
    """Events that name no customer. They count in no prediction."""


class EventCounts(_EventCountsRequired, total=False):
    """EventCounts"""
    rows_read: int
    """Rows that were read: rows, and those of left_out_by. Absent for refunds."""
    repeat_customers: int
    """Those with two events or more."""
    value_total: float
    """Sum of the values less all refunds, in the currency of the stream. Amounts in other currencies are in by_currency alone."""
    by_currency: List[CurrencyCounts]
    """The amounts of each currency, that of most events first. Present with currency."""
    refunds: int
    """Events that were refunded, in part or in full; refunds that are ignored, or events of their own stream."""
    refunded_total: float
    """Sum of the refunds that value_total is less."""
    left_out: int
    """Whole events that are left out."""
    left_out_by: List[LeftOut]
    """All rows that are left out, the most frequent reasons first."""
    of_several_customers: int
    """Events whose rows name several customers."""
    oldest_date: str
    """Date of the first event that has a customer."""
    newest_date: str
    """Date of the last one."""


ProposedColumn = TypedDict(
    "ProposedColumn",
    {
        "name": "str",
        "is": "str",
        "confidence": "Literal[\"sure\", \"likely\"]",
        "why": "str",
    },
    total=False,
)


class ProposalChoice(TypedDict, total=False):
    """ProposalChoice"""
    label: str
    """The answer, to display."""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601"]
    """Format of the column's values."""
    reads_as: List[str]
    """One or two example values in this format, as they would be read."""
    sets: Dict[str, Any]
    """What this answer changes in the proposal, as a merge patch of the dataset."""
    is_proposed: Literal[True]
    """true: the proposal has this answer."""


class _ProposalQuestionRequired(TypedDict):
    """Required fields of ProposalQuestion."""
    question: str
    """The question, to display."""
    choices: List[ProposalChoice]
    """Answers to choose from."""


class ProposalQuestion(_ProposalQuestionRequired, total=False):
    """ProposalQuestion"""
    code: Literal["customer", "lines", "date_format", "cents", "header", "currency", "unnamed_currency", "amount", "status", "steps", "existing_stream"]
    """What is asked. Absent in previews of earlier versions."""
    column_name: str
    """Name of the column. Absent: the whole file."""
    figures: Dict[str, float]
    """The numbers in the sentence, by name."""


class _ProposalNoteRequired(TypedDict):
    """Required fields of ProposalNote."""
    code: str
    """Stable name of the sentence."""
    title: str
    """The note in a few words."""
    note: str
    """What to know and what to do, as a sentence."""


class ProposalNote(_ProposalNoteRequired, total=False):
    """ProposalNote"""
    about: str
    """Name of the column."""
    figures: Dict[str, float]
    """The numbers in the sentence, by name."""


class _DatasetProposalOutputToStreamsValueRequired(TypedDict):
    """Required fields of DatasetProposalOutputToStreamsValue."""
    data_map: Dict[str, ColumnMapping]
    """Columns by field of an event: datetime, value, and any property of your choice."""


class DatasetProposalOutputToStreamsValue(_DatasetProposalOutputToStreamsValueRequired, total=False):
    """DatasetProposalOutputToStreamsValue"""
    conditions: List[ColumnCondition]
    """Conditions that select the rows that are events of the stream."""
    event_key: List[str]
    """Columns that make one event: rows that are equal in them are one event, such as the lines of an order. Absent: each row is an event."""
    event_conditions: List[ColumnCondition]
    """With event_key: conditions that select events. A row without a value has the first one of the event's rows. Rows that do not meet them, such as a void line of a receipt, are left out; an event without any other row is left out."""
    refunds: Refunds
    refunded: ColumnMapping
    currency: AmountCurrency
    unless_running: UnlessRunning


class _DatasetProposalOutputToTraitsValueRequired(TypedDict):
    """Required fields of DatasetProposalOutputToTraitsValue."""
    column_name: str
    """Name of a column in the files."""


class DatasetProposalOutputToTraitsValue(_DatasetProposalOutputToTraitsValueRequired, total=False):
    """DatasetProposalOutputToTraitsValue"""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601"]
    """Format of the values. Absent: detected from the data and shown."""
    transformation_table: Dict[str, str]
    """Replacements of values, by value as written; `*` replaces every other value."""


class DatasetProposalOptions(TypedDict, total=False):
    """Options of the file, as detected, where they differ from those of the dataset."""
    delimiter: str
    """Delimiter between values. Absent: detected from the data."""
    header_row: int
    """Row of the column names, counted from 1. 0: there is none, and the columns are called column_1, column_2, … Absent: detected in each file."""
    sheet: str
    """Sheet of an Excel workbook. Absent: the visible sheet that looks most like a table."""
    replace_all_with_latest_file: bool
    """true: read only the newest file."""
    snapshot: Snapshot


class _DatasetProposalRequired(TypedDict):
    """Required fields of DatasetProposal."""
    identity_sets: Dict[str, IdentitySet]
    """Columns that identify a person."""
    output_to_streams: Dict[str, DatasetProposalOutputToStreamsValue]
    """Events to create from the rows, by stream."""
    columns: List[ProposedColumn]
    """What each column is, in the order of the file."""
    questions: List[ProposalQuestion]
    """Questions that only you can answer. An answer with a format sets the format of the column; one with sets is merged into the proposal."""
    notes: List[ProposalNote]
    """What to know about the file before you build it."""
    unused_columns: List[str]
    """Columns that the proposal does not use."""


class DatasetProposal(_DatasetProposalRequired, total=False):
    """In a preview: a proposed configuration, based on the names and values of the columns. Review and correct it, then send it with preview false. Until then it has no effect."""
    recognised: RecognisedExport
    output_to_traits: Dict[str, DatasetProposalOutputToTraitsValue]
    """Traits to create from the rows, by trait."""
    upsert_columns: List[str]
    """Key of a row, if each row has its own."""
    reference_key_columns: List[str]
    """Your own customer ID."""
    options: DatasetProposalOptions
    """Options of the file, as detected, where they differ from those of the dataset."""
    figures: Dict[str, EventCounts]
    """What the proposed mapping makes of all rows, by stream."""


class _FileDialectRequired(TypedDict):
    """Required fields of FileDialect."""
    encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1252"]
    """Encoding of the text."""
    delimiter: str
    """Delimiter between values."""
    header_row: int
    """Row of the column names, counted from 1. 0: there is none."""


class FileDialect(_FileDialectRequired, total=False):
    """In a preview: how the first file is read. options changes it."""
    preamble: List[str]
    """The first lines above the column names, at most five."""
    sheet: str
    """Of a workbook: the sheet that is read."""
    sheets: List[str]
    """Of a workbook: the sheets to choose from."""
    joined_sheets: List[str]
    """Of a workbook: sheets with the same columns, read as one."""
    compression: Literal["gzip", "bzip2", "zstd", "zip"]
    """Compression of the file."""
    format: Literal["parquet"]
    """Of a Parquet file. It names its columns, and the options for texts are not used."""


class UnreadColumn(TypedDict):
    """UnreadColumn"""
    name: str
    """Name of the column."""
    data_type: Literal["boolean", "date", "double", "string"]
    """Type that fits all values."""


class _TableVersionRequired(TypedDict):
    """Required fields of TableVersion."""
    format: str
    """Format of the table. Empty for a view."""
    read: Literal["all", "added", "nothing"]
    """What the last build read. all: every row. added: the rows that came since the version before. nothing: the version is that of the build before."""
    rows: int
    """Rows that the last build read."""


class TableVersion(_TableVersionRequired, total=False):
    """TableVersion"""
    id: str
    """Version of Delta, snapshot of Iceberg, or a hash of the list of Parquet files. Absent: the table has no versions."""
    committed_at: str
    """When the version was written, where the format says it."""
    is_sample: bool
    """In a preview: true if it has the first 100,000 rows alone."""
    left_out_columns: List[str]
    """Columns that are left out, because their values have parts."""
    unread_columns: List[UnreadColumn]
    """Columns of the table that no field names, so that they are not read. A field may name them in a change."""


class _DatasetBucketRequired(TypedDict):
    """Required fields of DatasetBucket."""
    files: int
    """Files that there are to read."""
    bytes: int
    """Bytes of these files."""
    read: Literal["all", "added", "nothing"]
    """What the last build fetched. all: every file. added: the files that came since the build before. nothing: no file had changed."""


class DatasetBucket(_DatasetBucketRequired, total=False):
    """For type s3: the files of the bucket, as of the last build."""
    read_files: int
    """In a preview that has only the newest files: how many it has."""


class _DatasetOptionsRequired(TypedDict):
    """Required fields of DatasetOptions."""
    type: Literal["hosted_csv", "merge", "postgres", "mysql", "redshift", "snowflake", "bigquery", "aws_rds_postgres", "aws_aurora_postgres", "gcp_cloud_sql_postgres", "mariadb", "aws_rds_mysql", "aws_aurora_mysql", "gcp_cloud_sql_mysql", "aws_redshift", "s3", "aws_s3", "gcs", "spark_table"]
    """Source of the rows. hosted_csv: files uploaded here. merge: other datasets, joined. A type of database, or a name of a hosted one: a table behind a connection of that type. s3, or aws_s3 or gcs: files of the bucket of a connection. spark_table: a table of a lake, read by the service's cluster."""


class DatasetOptions(_DatasetOptionsRequired, total=False):
    """Source of the rows and its format."""
    upload_directory: str
    """Upload directory of the files. Use letters, digits, underscores and hyphens. Do not start with a hyphen."""
    delimiter: str
    """Delimiter between values. Absent: detected from the data."""
    header_row: Union[int, str]
    """Row of the column names, counted from 1. 0: there is none, and the columns are called column_1, column_2, … Absent: detected in each file."""
    sheet: str
    """Sheet of an Excel workbook. Absent: the visible sheet that looks most like a table."""
    replace_all_with_latest_file: bool
    """true: read only the newest file."""
    snapshot: Snapshot
    prefix: str
    """For type s3: the files to read, below the directory of the connection. A directory, with all that is below it; a file; or a pattern, in which * stands for any characters but a slash, and ** for any characters. Absent: all files of the connection."""
    refresh_hours: int
    """For type s3: the hours after which the bucket is listed again. Default: 1."""
    merge: List[MergedDataset]
    """For type merge: the datasets to join. Rows with equal join columns become one row; rows without a match stay on their own."""
    migrate: bool
    """true: move identity_sets, output_to_streams and output_to_traits from the datasets to the merge."""
    table_name: str
    """For databases: a table or view in the connection's schema or database. It is read completely once a day and on force_update. For type spark_table: a table that the cluster reads and the account may read, with dots between the parts of its name."""


class _DatasetOutputToTraitsValueRequired(TypedDict):
    """Required fields of DatasetOutputToTraitsValue."""
    column_name: str
    """Name of a column in the files."""


class DatasetOutputToTraitsValue(_DatasetOutputToTraitsValueRequired, total=False):
    """DatasetOutputToTraitsValue"""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601"]
    """Format of the values. Absent: detected from the data and shown."""
    transformation_table: Dict[str, str]
    """Replacements of values, by value as written; `*` replaces every other value."""


class DatasetOutputAllColumnsAsTraits(TypedDict):
    """Turns every column without another use into a trait."""
    exclude: List[str]
    """Columns to leave out."""


class DatasetUpdatesItem(TypedDict):
    """DatasetUpdatesItem"""
    datetime: str
    """When it was built."""
    rows_added: int
    """Number of new rows."""


class _DatasetRequired(TypedDict):
    """Required fields of Dataset."""
    id: str
    """Assigned by the service and never reused."""
    resource_type: Literal["connections", "datasets", "people", "traits", "streams", "places", "cohorts", "outcomes", "persona_sets", "recommenders", "scopes", "targets", "replays"]
    """Type of the resource, as in its path."""
    name: str
    """Display name."""
    status: Literal["new", "starting", "running", "ready", "error"]
    """new: waits for its inputs; see waiting_for. starting: queued. running: being built. ready: up to date. error: the build failed; see status_error."""
    status_changed_at: str
    """When the status last changed."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When any field last changed."""
    last_updated_config_at: str
    """When its configuration last changed."""
    identity_sets: Dict[str, IdentitySet]
    """Columns that identify a person, by a name of your choice. Use several sets if a row identifies people in several ways."""
    options: DatasetOptions
    """Source of the rows and its format."""
    output_to_streams: Dict[str, StreamMapping]
    """Events to create from the rows, by stream."""
    output_to_traits: Dict[str, DatasetOutputToTraitsValue]
    """Traits to create from the rows, by trait."""


class Dataset(_DatasetRequired, total=False):
    """Dataset"""
    status_error: str
    """Why the build failed and what to do, while the status is error."""
    waiting_for: str
    """Why the build waits, while the status is new or starting: an input that is not built, or a trouble of the server that the build outlasts."""
    progress: float
    """Completed share of the running build, 0 to 1."""
    progress_text: str
    """Current activity of the running build, to display."""
    last_read_input_at: str
    """When a build last read its inputs."""
    last_updated_output_at: str
    """When a build last produced a result."""
    archived_at: str
    """When it was archived. Absent: it is in use."""
    upsert_columns: List[str]
    """Key of a row. Of rows with equal keys, only the one from the newest file counts."""
    incremental_column: str
    """Column that orders rows: rows older than the newest value read so far are ignored."""
    reference_key_columns: List[str]
    """Columns with keys of yours, by which targets of mode referenced identify people."""
    privacy: Literal["suppress", "delete"]
    """Marks the dataset as a list of people to leave out of learning, scores and files. delete: also drop their rows in other datasets when those are read again."""
    output_all_columns_as_traits: DatasetOutputAllColumnsAsTraits
    """Turns every column without another use into a trait."""
    preview: bool
    """true: detect columns and read a sample, without importing anything."""
    connection_id: str
    """ID of the connection to read from, for a table of a database or files of a bucket."""
    reference_key_column: str
    """The first of reference_key_columns."""
    detected_columns: List[DetectedColumn]
    """Columns of the files."""
    proposal: DatasetProposal
    dialect: FileDialect
    sample: List[Dict[str, Union[str, None]]]
    """First rows, by column."""
    formats: Dict[str, Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601"]]
    """Format of each mapped column, as set or detected."""
    warnings: List[str]
    """What needs attention: columns that are not mapped, and findings of the last build, such as rejected rows."""
    event_counts: Dict[str, EventCounts]
    """By stream: what the last build made of the rows."""
    table_version: TableVersion
    bucket: DatasetBucket
    row_count: int
    """Rows in the files."""
    identified_count: int
    """People in this dataset. Of a privacy list: people whom it excludes."""
    matched_count: int
    """People in this dataset who are also in another dataset."""
    match_rate: float
    """Share of rows that were matched to a person, 0 to 1. Of a privacy list: of rows that exclude somebody."""
    household_share: float
    """Share of its people who share a residence with other known people, 0 to 1."""
    updates: List[DatasetUpdatesItem]
    """Builds that found new rows."""


class DatasetMergePatchIdentitySetsValue(TypedDict, total=False):
    """DatasetMergePatchIdentitySetsValue"""
    customer_id: Union[str, None]
    """Column of your own customer ID. Equal IDs are one person."""
    email: Union[str, None]
    """Column of an e-mail address."""
    email_hash: Union[str, None]
    """Column of the SHA-256 of the address in lower case, without a plus tag."""
    phone: Union[str, None]
    """Column of a telephone number."""
    person_full_name: Union[str, None]
    """Column of the full name."""
    person_first_name: Union[str, None]
    """Column of the first name."""
    person_last_name: Union[str, None]
    """Column of the last name."""
    house_number_and_street: Union[List[str], None]
    """Columns of the street's lines, joined by a space."""
    city: Union[str, None]
    """Column of the city."""
    state: Union[str, None]
    """Column of the state."""
    postcode: Union[str, None]
    """Column of the postcode."""
    freeform_address: Union[str, None]
    """Column of the full address."""
    birth_date: Union[str, None]
    """Column of the date of birth, in any common format."""
    national_id: Union[str, None]
    """Column of a national ID number. It is never delivered."""
    country: Union[str, None]
    """Column of the country, as a code or a name. Telephone numbers, postcodes and streets are read by it."""


class DatasetMergePatchIdentitySetsValue2(TypedDict, total=False):
    """DatasetMergePatchIdentitySetsValue2"""
    customer_id: Union[str, None]
    """Column of your own customer ID. Equal IDs are one person."""
    email: Union[str, None]
    """Column of an e-mail address."""
    email_hash: Union[str, None]
    """Column of the SHA-256 of the address in lower case, without a plus tag."""
    phone: Union[str, None]
    """Column of a telephone number."""
    person_full_name: Union[str, None]
    """Column of the full name."""
    person_first_name: Union[str, None]
    """Column of the first name."""
    person_last_name: Union[str, None]
    """Column of the last name."""
    house_number_and_street: Union[List[str], None]
    """Columns of the street's lines, joined by a space."""
    city: Union[str, None]
    """Column of the city."""
    state: Union[str, None]
    """Column of the state."""
    postcode: Union[str, None]
    """Column of the postcode."""
    freeform_address: Union[str, None]
    """Column of the full address."""
    birth_date: Union[str, None]
    """Column of the date of birth, in any common format."""
    national_id: Union[str, None]
    """Column of a national ID number. It is never delivered."""
    country: Union[str, None]
    """Column of the country, as a code or a name. Telephone numbers, postcodes and streets are read by it."""


DatasetMergePatchOptionsSnapshotAnswer = TypedDict(
    "DatasetMergePatchOptionsSnapshotAnswer",
    {
        "column_name": "Union[str, None]",
        "is": "Union[List[str], None]",
    },
    total=False,
)


DatasetMergePatchOptionsSnapshotAnswer2 = TypedDict(
    "DatasetMergePatchOptionsSnapshotAnswer2",
    {
        "column_name": "Union[str, None]",
        "is": "Union[List[str], None]",
    },
    total=False,
)


class DatasetMergePatchOptionsSnapshot(TypedDict, total=False):
    """For files with one row per customer and no dates: the answer that each row has."""
    answer: Union[DatasetMergePatchOptionsSnapshotAnswer, DatasetMergePatchOptionsSnapshotAnswer2]
    """Column of the answer, and its values that mean yes."""
    rows_are_customers: Union[bool, None]
    """true: each row is a customer of its own, whose customer ID is the number of the row, counted through all files in the order of their arrival. For files without a customer ID: it counts only where identity_sets is empty."""


DatasetMergePatchOptionsSnapshot2Answer = TypedDict(
    "DatasetMergePatchOptionsSnapshot2Answer",
    {
        "column_name": "Union[str, None]",
        "is": "Union[List[str], None]",
    },
    total=False,
)


DatasetMergePatchOptionsSnapshot2Answer2 = TypedDict(
    "DatasetMergePatchOptionsSnapshot2Answer2",
    {
        "column_name": "Union[str, None]",
        "is": "Union[List[str], None]",
    },
    total=False,
)


class DatasetMergePatchOptionsSnapshot2(TypedDict, total=False):
    """For files with one row per customer and no dates: the answer that each row has."""
    answer: Union[DatasetMergePatchOptionsSnapshot2Answer, DatasetMergePatchOptionsSnapshot2Answer2]
    """Column of the answer, and its values that mean yes."""
    rows_are_customers: Union[bool, None]
    """true: each row is a customer of its own, whose customer ID is the number of the row, counted through all files in the order of their arrival. For files without a customer ID: it counts only where identity_sets is empty."""


class DatasetMergePatchOptions(TypedDict, total=False):
    """Source of the rows and its format."""
    type: Literal["hosted_csv", "merge", "postgres", "mysql", "redshift", "snowflake", "bigquery", "aws_rds_postgres", "aws_aurora_postgres", "gcp_cloud_sql_postgres", "mariadb", "aws_rds_mysql", "aws_aurora_mysql", "gcp_cloud_sql_mysql", "aws_redshift", "s3", "aws_s3", "gcs", "spark_table", None]
    """Source of the rows. hosted_csv: files uploaded here. merge: other datasets, joined. A type of database, or a name of a hosted one: a table behind a connection of that type. s3, or aws_s3 or gcs: files of the bucket of a connection. spark_table: a table of a lake, read by the service's cluster."""
    upload_directory: Union[str, None]
    """Upload directory of the files. Use letters, digits, underscores and hyphens. Do not start with a hyphen."""
    delimiter: Union[str, None]
    """Delimiter between values. Absent: detected from the data."""
    header_row: Union[int, str, None]
    """Row of the column names, counted from 1. 0: there is none, and the columns are called column_1, column_2, … Absent: detected in each file."""
    sheet: Union[str, None]
    """Sheet of an Excel workbook. Absent: the visible sheet that looks most like a table."""
    replace_all_with_latest_file: Union[bool, None]
    """true: read only the newest file."""
    snapshot: Union[DatasetMergePatchOptionsSnapshot, DatasetMergePatchOptionsSnapshot2]
    """For files with one row per customer and no dates: the answer that each row has."""
    prefix: Union[str, None]
    """For type s3: the files to read, below the directory of the connection. A directory, with all that is below it; a file; or a pattern, in which * stands for any characters but a slash, and ** for any characters. Absent: all files of the connection."""
    refresh_hours: Union[int, None]
    """For type s3: the hours after which the bucket is listed again. Default: 1."""
    merge: Union[List[MergedDataset], None]
    """For type merge: the datasets to join. Rows with equal join columns become one row; rows without a match stay on their own."""
    migrate: Union[bool, None]
    """true: move identity_sets, output_to_streams and output_to_traits from the datasets to the merge."""
    table_name: Union[str, None]
    """For databases: a table or view in the connection's schema or database. It is read completely once a day and on force_update. For type spark_table: a table that the cluster reads and the account may read, with dots between the parts of its name."""


DatasetMergePatchOptions2SnapshotAnswer = TypedDict(
    "DatasetMergePatchOptions2SnapshotAnswer",
    {
        "column_name": "Union[str, None]",
        "is": "Union[List[str], None]",
    },
    total=False,
)


DatasetMergePatchOptions2SnapshotAnswer2 = TypedDict(
    "DatasetMergePatchOptions2SnapshotAnswer2",
    {
        "column_name": "Union[str, None]",
        "is": "Union[List[str], None]",
    },
    total=False,
)


class DatasetMergePatchOptions2Snapshot(TypedDict, total=False):
    """For files with one row per customer and no dates: the answer that each row has."""
    answer: Union[DatasetMergePatchOptions2SnapshotAnswer, DatasetMergePatchOptions2SnapshotAnswer2]
    """Column of the answer, and its values that mean yes."""
    rows_are_customers: Union[bool, None]
    """true: each row is a customer of its own, whose customer ID is the number of the row, counted through all files in the order of their arrival. For files without a customer ID: it counts only where identity_sets is empty."""


DatasetMergePatchOptions2Snapshot2Answer = TypedDict(
    "DatasetMergePatchOptions2Snapshot2Answer",
    {
        "column_name": "Union[str, None]",
        "is": "Union[List[str], None]",
    },
    total=False,
)


DatasetMergePatchOptions2Snapshot2Answer2 = TypedDict(
    "DatasetMergePatchOptions2Snapshot2Answer2",
    {
        "column_name": "Union[str, None]",
        "is": "Union[List[str], None]",
    },
    total=False,
)


class DatasetMergePatchOptions2Snapshot2(TypedDict, total=False):
    """For files with one row per customer and no dates: the answer that each row has."""
    answer: Union[DatasetMergePatchOptions2Snapshot2Answer, DatasetMergePatchOptions2Snapshot2Answer2]
    """Column of the answer, and its values that mean yes."""
    rows_are_customers: Union[bool, None]
    """true: each row is a customer of its own, whose customer ID is the number of the row, counted through all files in the order of their arrival. For files without a customer ID: it counts only where identity_sets is empty."""


class DatasetMergePatchOptions2(TypedDict, total=False):
    """Source of the rows and its format."""
    type: Literal["hosted_csv", "merge", "postgres", "mysql", "redshift", "snowflake", "bigquery", "aws_rds_postgres", "aws_aurora_postgres", "gcp_cloud_sql_postgres", "mariadb", "aws_rds_mysql", "aws_aurora_mysql", "gcp_cloud_sql_mysql", "aws_redshift", "s3", "aws_s3", "gcs", "spark_table", None]
    """Source of the rows. hosted_csv: files uploaded here. merge: other datasets, joined. A type of database, or a name of a hosted one: a table behind a connection of that type. s3, or aws_s3 or gcs: files of the bucket of a connection. spark_table: a table of a lake, read by the service's cluster."""
    upload_directory: Union[str, None]
    """Upload directory of the files. Use letters, digits, underscores and hyphens. Do not start with a hyphen."""
    delimiter: Union[str, None]
    """Delimiter between values. Absent: detected from the data."""
    header_row: Union[int, str, None]
    """Row of the column names, counted from 1. 0: there is none, and the columns are called column_1, column_2, … Absent: detected in each file."""
    sheet: Union[str, None]
    """Sheet of an Excel workbook. Absent: the visible sheet that looks most like a table."""
    replace_all_with_latest_file: Union[bool, None]
    """true: read only the newest file."""
    snapshot: Union[DatasetMergePatchOptions2Snapshot, DatasetMergePatchOptions2Snapshot2]
    """For files with one row per customer and no dates: the answer that each row has."""
    prefix: Union[str, None]
    """For type s3: the files to read, below the directory of the connection. A directory, with all that is below it; a file; or a pattern, in which * stands for any characters but a slash, and ** for any characters. Absent: all files of the connection."""
    refresh_hours: Union[int, None]
    """For type s3: the hours after which the bucket is listed again. Default: 1."""
    merge: Union[List[MergedDataset], None]
    """For type merge: the datasets to join. Rows with equal join columns become one row; rows without a match stay on their own."""
    migrate: Union[bool, None]
    """true: move identity_sets, output_to_streams and output_to_traits from the datasets to the merge."""
    table_name: Union[str, None]
    """For databases: a table or view in the connection's schema or database. It is read completely once a day and on force_update. For type spark_table: a table that the cluster reads and the account may read, with dots between the parts of its name."""


class DatasetMergePatchOutputAllColumnsAsTraits(TypedDict, total=False):
    """Turns every column without another use into a trait."""
    exclude: Union[List[str], None]
    """Columns to leave out."""


class DatasetMergePatchOutputAllColumnsAsTraits2(TypedDict, total=False):
    """Turns every column without another use into a trait."""
    exclude: Union[List[str], None]
    """Columns to leave out."""


class DatasetMergePatchOutputToStreamsValueDataMapValue2(TypedDict, total=False):
    """A column, or several, and the format of the values."""
    column_name: Union[str, None]
    """Name of a column in the files."""
    columns: Union[List[Union[str, ColumnPart]], None]
    """Several columns instead of one: a date and its time, the factors of an amount, or the items of a list."""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601", None]
    """Format of the values. Absent: detected from the data and shown."""
    combine: Literal["product", "sum", "difference", "discounted_product", None]
    """Makes one number of columns. In a sum or difference, an empty column counts as 0 unless all are empty. discounted_product: the product of the columns before the last, less the last one, whatever its sign: quantity × price - discount."""
    aggregate: Literal["first", "last", "sum", "max", "count", "distinct_count", "top", "list", None]
    """With event_key: what the rows of an event make of it. Absent: the first value, and the sum of combined columns. count, distinct_count, top (the most frequent value) and list (the distinct values) are for properties."""


class DatasetMergePatchOutputToStreamsValueValue2(TypedDict, total=False):
    """A column, or several, and the format of the values."""
    column_name: Union[str, None]
    """Name of a column in the files."""
    columns: Union[List[Union[str, ColumnPart]], None]
    """Several columns instead of one: a date and its time, the factors of an amount, or the items of a list."""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601", None]
    """Format of the values. Absent: detected from the data and shown."""
    combine: Literal["product", "sum", "difference", "discounted_product", None]
    """Makes one number of columns. In a sum or difference, an empty column counts as 0 unless all are empty. discounted_product: the product of the columns before the last, less the last one, whatever its sign: quantity × price - discount."""
    aggregate: Literal["first", "last", "sum", "max", "count", "distinct_count", "top", "list", None]
    """With event_key: what the rows of an event make of it. Absent: the first value, and the sum of combined columns. count, distinct_count, top (the most frequent value) and list (the distinct values) are for properties."""


class DatasetMergePatchOutputToStreamsValueRefundsValue2(TypedDict, total=False):
    """A column, or several, and the format of the values."""
    column_name: Union[str, None]
    """Name of a column in the files."""
    columns: Union[List[Union[str, ColumnPart]], None]
    """Several columns instead of one: a date and its time, the factors of an amount, or the items of a list."""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601", None]
    """Format of the values. Absent: detected from the data and shown."""
    combine: Literal["product", "sum", "difference", "discounted_product", None]
    """Makes one number of columns. In a sum or difference, an empty column counts as 0 unless all are empty. discounted_product: the product of the columns before the last, less the last one, whatever its sign: quantity × price - discount."""
    aggregate: Literal["first", "last", "sum", "max", "count", "distinct_count", "top", "list", None]
    """With event_key: what the rows of an event make of it. Absent: the first value, and the sum of combined columns. count, distinct_count, top (the most frequent value) and list (the distinct values) are for properties."""


DatasetMergePatchOutputToStreamsValueRefunds = TypedDict(
    "DatasetMergePatchOutputToStreamsValueRefunds",
    {
        "conditions": "Union[List[ColumnCondition], None]",
        "as": "Union[str, None]",
        "value": "Union[str, DatasetMergePatchOutputToStreamsValueRefundsValue2, None]",
        "event_key": "Union[List[str], None]",
    },
    total=False,
)


class DatasetMergePatchOutputToStreamsValueRefunds2Value2(TypedDict, total=False):
    """A column, or several, and the format of the values."""
    column_name: Union[str, None]
    """Name of a column in the files."""
    columns: Union[List[Union[str, ColumnPart]], None]
    """Several columns instead of one: a date and its time, the factors of an amount, or the items of a list."""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601", None]
    """Format of the values. Absent: detected from the data and shown."""
    combine: Literal["product", "sum", "difference", "discounted_product", None]
    """Makes one number of columns. In a sum or difference, an empty column counts as 0 unless all are empty. discounted_product: the product of the columns before the last, less the last one, whatever its sign: quantity × price - discount."""
    aggregate: Literal["first", "last", "sum", "max", "count", "distinct_count", "top", "list", None]
    """With event_key: what the rows of an event make of it. Absent: the first value, and the sum of combined columns. count, distinct_count, top (the most frequent value) and list (the distinct values) are for properties."""


DatasetMergePatchOutputToStreamsValueRefunds2 = TypedDict(
    "DatasetMergePatchOutputToStreamsValueRefunds2",
    {
        "conditions": "Union[List[ColumnCondition], None]",
        "as": "Union[str, None]",
        "value": "Union[str, DatasetMergePatchOutputToStreamsValueRefunds2Value2, None]",
        "event_key": "Union[List[str], None]",
    },
    total=False,
)


class DatasetMergePatchOutputToStreamsValueRefunded2(TypedDict, total=False):
    """A column, or several, and the format of the values."""
    column_name: Union[str, None]
    """Name of a column in the files."""
    columns: Union[List[Union[str, ColumnPart]], None]
    """Several columns instead of one: a date and its time, the factors of an amount, or the items of a list."""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601", None]
    """Format of the values. Absent: detected from the data and shown."""
    combine: Literal["product", "sum", "difference", "discounted_product", None]
    """Makes one number of columns. In a sum or difference, an empty column counts as 0 unless all are empty. discounted_product: the product of the columns before the last, less the last one, whatever its sign: quantity × price - discount."""
    aggregate: Literal["first", "last", "sum", "max", "count", "distinct_count", "top", "list", None]
    """With event_key: what the rows of an event make of it. Absent: the first value, and the sum of combined columns. count, distinct_count, top (the most frequent value) and list (the distinct values) are for properties."""


DatasetMergePatchOutputToStreamsValueCurrency = TypedDict(
    "DatasetMergePatchOutputToStreamsValueCurrency",
    {
        "column_name": "Union[str, None]",
        "is": "Union[str, None]",
        "includes_unnamed": "Union[bool, None]",
    },
    total=False,
)


DatasetMergePatchOutputToStreamsValueCurrency2 = TypedDict(
    "DatasetMergePatchOutputToStreamsValueCurrency2",
    {
        "column_name": "Union[str, None]",
        "is": "Union[str, None]",
        "includes_unnamed": "Union[bool, None]",
    },
    total=False,
)


class DatasetMergePatchOutputToStreamsValueUnlessRunning(TypedDict, total=False):
    """The end of a row is no event while another row of the same customer runs, for example after a change of plan."""
    start: Union[str, None]
    """Column of the date on which a row starts."""
    end: Union[str, None]
    """Column of the date on which it ends; empty while it runs."""


class DatasetMergePatchOutputToStreamsValueUnlessRunning2(TypedDict, total=False):
    """The end of a row is no event while another row of the same customer runs, for example after a change of plan."""
    start: Union[str, None]
    """Column of the date on which a row starts."""
    end: Union[str, None]
    """Column of the date on which it ends; empty while it runs."""


class DatasetMergePatchOutputToStreamsValue(TypedDict, total=False):
    """DatasetMergePatchOutputToStreamsValue"""
    data_map: Union[Dict[str, Union[str, DatasetMergePatchOutputToStreamsValueDataMapValue2, None]], None]
    """Columns by field of an event: datetime, value, and any property of your choice."""
    value: Union[str, DatasetMergePatchOutputToStreamsValueValue2, None]
    """The same as data_map.value."""
    conditions: Union[List[ColumnCondition], None]
    """Conditions that select the rows that are events of the stream."""
    event_key: Union[List[str], None]
    """Columns that make one event: rows that are equal in them are one event, such as the lines of an order. Absent: each row is an event."""
    event_conditions: Union[List[ColumnCondition], None]
    """With event_key: conditions that select events. A row without a value has the first one of the event's rows. Rows that do not meet them, such as a void line of a receipt, are left out; an event without any other row is left out."""
    refunds: Union[DatasetMergePatchOutputToStreamsValueRefunds, DatasetMergePatchOutputToStreamsValueRefunds2]
    """Rows that are refunds."""
    refunded: Union[str, DatasetMergePatchOutputToStreamsValueRefunded2, None]
    """Amount that was given back, where it stands on the rows of the event itself. It lowers the value, and an event with nothing left is left out."""
    currency: Union[DatasetMergePatchOutputToStreamsValueCurrency, DatasetMergePatchOutputToStreamsValueCurrency2]
    """Currency of the amounts. Amounts of several currencies are never added: an event in another currency, or in none where others name one, counts, and has no value. event_counts have the sums of all currencies."""
    unless_running: Union[DatasetMergePatchOutputToStreamsValueUnlessRunning, DatasetMergePatchOutputToStreamsValueUnlessRunning2]
    """The end of a row is no event while another row of the same customer runs, for example after a change of plan."""


class DatasetMergePatchOutputToStreamsValue2DataMapValue2(TypedDict, total=False):
    """A column, or several, and the format of the values."""
    column_name: Union[str, None]
    """Name of a column in the files."""
    columns: Union[List[Union[str, ColumnPart]], None]
    """Several columns instead of one: a date and its time, the factors of an amount, or the items of a list."""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601", None]
    """Format of the values. Absent: detected from the data and shown."""
    combine: Literal["product", "sum", "difference", "discounted_product", None]
    """Makes one number of columns. In a sum or difference, an empty column counts as 0 unless all are empty. discounted_product: the product of the columns before the last, less the last one, whatever its sign: quantity × price - discount."""
    aggregate: Literal["first", "last", "sum", "max", "count", "distinct_count", "top", "list", None]
    """With event_key: what the rows of an event make of it. Absent: the first value, and the sum of combined columns. count, distinct_count, top (the most frequent value) and list (the distinct values) are for properties."""


class DatasetMergePatchOutputToStreamsValue2Value2(TypedDict, total=False):
    """A column, or several, and the format of the values."""
    column_name: Union[str, None]
    """Name of a column in the files."""
    columns: Union[List[Union[str, ColumnPart]], None]
    """Several columns instead of one: a date and its time, the factors of an amount, or the items of a list."""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601", None]
    """Format of the values. Absent: detected from the data and shown."""
    combine: Literal["product", "sum", "difference", "discounted_product", None]
    """Makes one number of columns. In a sum or difference, an empty column counts as 0 unless all are empty. discounted_product: the product of the columns before the last, less the last one, whatever its sign: quantity × price - discount."""
    aggregate: Literal["first", "last", "sum", "max", "count", "distinct_count", "top", "list", None]
    """With event_key: what the rows of an event make of it. Absent: the first value, and the sum of combined columns. count, distinct_count, top (the most frequent value) and list (the distinct values) are for properties."""


class DatasetMergePatchOutputToStreamsValue2RefundsValue2(TypedDict, total=False):
    """A column, or several, and the format of the values."""
    column_name: Union[str, None]
    """Name of a column in the files."""
    columns: Union[List[Union[str, ColumnPart]], None]
    """Several columns instead of one: a date and its time, the factors of an amount, or the items of a list."""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601", None]
    """Format of the values. Absent: detected from the data and shown."""
    combine: Literal["product", "sum", "difference", "discounted_product", None]
    """Makes one number of columns. In a sum or difference, an empty column counts as 0 unless all are empty. discounted_product: the product of the columns before the last, less the last one, whatever its sign: quantity × price - discount."""
    aggregate: Literal["first", "last", "sum", "max", "count", "distinct_count", "top", "list", None]
    """With event_key: what the rows of an event make of it. Absent: the first value, and the sum of combined columns. count, distinct_count, top (the most frequent value) and list (the distinct values) are for properties."""


DatasetMergePatchOutputToStreamsValue2Refunds = TypedDict(
    "DatasetMergePatchOutputToStreamsValue2Refunds",
    {
        "conditions": "Union[List[ColumnCondition], None]",
        "as": "Union[str, None]",
        "value": "Union[str, DatasetMergePatchOutputToStreamsValue2RefundsValue2, None]",
        "event_key": "Union[List[str], None]",
    },
    total=False,
)


class DatasetMergePatchOutputToStreamsValue2Refunds2Value2(TypedDict, total=False):
    """A column, or several, and the format of the values."""
    column_name: Union[str, None]
    """Name of a column in the files."""
    columns: Union[List[Union[str, ColumnPart]], None]
    """Several columns instead of one: a date and its time, the factors of an amount, or the items of a list."""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601", None]
    """Format of the values. Absent: detected from the data and shown."""
    combine: Literal["product", "sum", "difference", "discounted_product", None]
    """Makes one number of columns. In a sum or difference, an empty column counts as 0 unless all are empty. discounted_product: the product of the columns before the last, less the last one, whatever its sign: quantity × price - discount."""
    aggregate: Literal["first", "last", "sum", "max", "count", "distinct_count", "top", "list", None]
    """With event_key: what the rows of an event make of it. Absent: the first value, and the sum of combined columns. count, distinct_count, top (the most frequent value) and list (the distinct values) are for properties."""


DatasetMergePatchOutputToStreamsValue2Refunds2 = TypedDict(
    "DatasetMergePatchOutputToStreamsValue2Refunds2",
    {
        "conditions": "Union[List[ColumnCondition], None]",
        "as": "Union[str, None]",
        "value": "Union[str, DatasetMergePatchOutputToStreamsValue2Refunds2Value2, None]",
        "event_key": "Union[List[str], None]",
    },
    total=False,
)


class DatasetMergePatchOutputToStreamsValue2Refunded2(TypedDict, total=False):
    """A column, or several, and the format of the values."""
    column_name: Union[str, None]
    """Name of a column in the files."""
    columns: Union[List[Union[str, ColumnPart]], None]
    """Several columns instead of one: a date and its time, the factors of an amount, or the items of a list."""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601", None]
    """Format of the values. Absent: detected from the data and shown."""
    combine: Literal["product", "sum", "difference", "discounted_product", None]
    """Makes one number of columns. In a sum or difference, an empty column counts as 0 unless all are empty. discounted_product: the product of the columns before the last, less the last one, whatever its sign: quantity × price - discount."""
    aggregate: Literal["first", "last", "sum", "max", "count", "distinct_count", "top", "list", None]
    """With event_key: what the rows of an event make of it. Absent: the first value, and the sum of combined columns. count, distinct_count, top (the most frequent value) and list (the distinct values) are for properties."""


DatasetMergePatchOutputToStreamsValue2Currency = TypedDict(
    "DatasetMergePatchOutputToStreamsValue2Currency",
    {
        "column_name": "Union[str, None]",
        "is": "Union[str, None]",
        "includes_unnamed": "Union[bool, None]",
    },
    total=False,
)


DatasetMergePatchOutputToStreamsValue2Currency2 = TypedDict(
    "DatasetMergePatchOutputToStreamsValue2Currency2",
    {
        "column_name": "Union[str, None]",
        "is": "Union[str, None]",
        "includes_unnamed": "Union[bool, None]",
    },
    total=False,
)


class DatasetMergePatchOutputToStreamsValue2UnlessRunning(TypedDict, total=False):
    """The end of a row is no event while another row of the same customer runs, for example after a change of plan."""
    start: Union[str, None]
    """Column of the date on which a row starts."""
    end: Union[str, None]
    """Column of the date on which it ends; empty while it runs."""


class DatasetMergePatchOutputToStreamsValue2UnlessRunning2(TypedDict, total=False):
    """The end of a row is no event while another row of the same customer runs, for example after a change of plan."""
    start: Union[str, None]
    """Column of the date on which a row starts."""
    end: Union[str, None]
    """Column of the date on which it ends; empty while it runs."""


class DatasetMergePatchOutputToStreamsValue2(TypedDict, total=False):
    """DatasetMergePatchOutputToStreamsValue2"""
    data_map: Union[Dict[str, Union[str, DatasetMergePatchOutputToStreamsValue2DataMapValue2, None]], None]
    """Columns by field of an event: datetime, value, and any property of your choice."""
    value: Union[str, DatasetMergePatchOutputToStreamsValue2Value2, None]
    """The same as data_map.value."""
    conditions: Union[List[ColumnCondition], None]
    """Conditions that select the rows that are events of the stream."""
    event_key: Union[List[str], None]
    """Columns that make one event: rows that are equal in them are one event, such as the lines of an order. Absent: each row is an event."""
    event_conditions: Union[List[ColumnCondition], None]
    """With event_key: conditions that select events. A row without a value has the first one of the event's rows. Rows that do not meet them, such as a void line of a receipt, are left out; an event without any other row is left out."""
    refunds: Union[DatasetMergePatchOutputToStreamsValue2Refunds, DatasetMergePatchOutputToStreamsValue2Refunds2]
    """Rows that are refunds."""
    refunded: Union[str, DatasetMergePatchOutputToStreamsValue2Refunded2, None]
    """Amount that was given back, where it stands on the rows of the event itself. It lowers the value, and an event with nothing left is left out."""
    currency: Union[DatasetMergePatchOutputToStreamsValue2Currency, DatasetMergePatchOutputToStreamsValue2Currency2]
    """Currency of the amounts. Amounts of several currencies are never added: an event in another currency, or in none where others name one, counts, and has no value. event_counts have the sums of all currencies."""
    unless_running: Union[DatasetMergePatchOutputToStreamsValue2UnlessRunning, DatasetMergePatchOutputToStreamsValue2UnlessRunning2]
    """The end of a row is no event while another row of the same customer runs, for example after a change of plan."""


class DatasetMergePatchOutputToTraitsValue(TypedDict, total=False):
    """DatasetMergePatchOutputToTraitsValue"""
    column_name: Union[str, None]
    """Name of a column in the files."""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601", None]
    """Format of the values. Absent: detected from the data and shown."""
    transformation_table: Union[Dict[str, Union[str, float, bool, None]], None]
    """Replacements of values, by value as written; `*` replaces every other value."""


class DatasetMergePatchOutputToTraitsValue2(TypedDict, total=False):
    """DatasetMergePatchOutputToTraitsValue2"""
    column_name: Union[str, None]
    """Name of a column in the files."""
    format: Literal["currency_cents", "currency_dollars", "mm_dd_yy_slash", "mm_dd_yyyy_slash", "mm_dd_yy_dash", "mm_dd_yyyy_dash", "dd_mm_yyyy_slash", "dd_mm_yy_slash", "dd_mm_yyyy_dash", "dd_mm_yy_dash", "yyyy_mm_dd_slash", "yy_mm_dd_slash", "yyyy_mm_dd_dash", "yy_mm_dd_dash", "yyyymmdd", "yyyymm", "date_iso8601", "date_month_day_fullyear", "date_month_day_shortyear", "date_month_day_fullyear_hours_minutes", "date_month_day_fullyear_hours_minutes_seconds", "date_seconds_since_epoch_utc", "date_milliseconds_since_epoch_utc", "date_microseconds_since_epoch_utc", "date_spreadsheet_days", "list_comma_separated", "list_semicolon_separated", "list_single_value", "list_json", "static_date_iso8601", None]
    """Format of the values. Absent: detected from the data and shown."""
    transformation_table: Union[Dict[str, Union[str, float, bool, None]], None]
    """Replacements of values, by value as written; `*` replaces every other value."""


class DatasetMergePatch(TypedDict, total=False):
    """DatasetMergePatch"""
    name: Union[str, None]
    """Display name."""
    identity_sets: Union[Dict[str, Union[DatasetMergePatchIdentitySetsValue, DatasetMergePatchIdentitySetsValue2]], None]
    """Columns that identify a person, by a name of your choice. Use several sets if a row identifies people in several ways."""
    options: Union[DatasetMergePatchOptions, DatasetMergePatchOptions2]
    """Source of the rows and its format."""
    upsert_columns: Union[List[str], None]
    """Key of a row. Of rows with equal keys, only the one from the newest file counts."""
    incremental_column: Union[str, None]
    """Column that orders rows: rows older than the newest value read so far are ignored."""
    reference_key_columns: Union[List[str], None]
    """Columns with keys of yours, by which targets of mode referenced identify people."""
    privacy: Literal["suppress", "delete", None]
    """Marks the dataset as a list of people to leave out of learning, scores and files. delete: also drop their rows in other datasets when those are read again."""
    output_all_columns_as_traits: Union[DatasetMergePatchOutputAllColumnsAsTraits, DatasetMergePatchOutputAllColumnsAsTraits2]
    """Turns every column without another use into a trait."""
    preview: Union[bool, None]
    """true: detect columns and read a sample, without importing anything."""
    connection_id: Union[str, None]
    """ID of the connection to read from, for a table of a database or files of a bucket."""
    reference_key_column: Union[str, None]
    """The same as a single entry of reference_key_columns."""
    output_to_streams: Union[Dict[str, Union[DatasetMergePatchOutputToStreamsValue, DatasetMergePatchOutputToStreamsValue2]], None]
    """Events to create from the rows, by stream."""
    output_to_traits: Union[Dict[str, Union[DatasetMergePatchOutputToTraitsValue, DatasetMergePatchOutputToTraitsValue2]], None]
    """Traits to create from the rows, by trait."""


class ArchiveConfig(TypedDict, total=False):
    """ArchiveConfig"""
    cascade_to: List[str]
    """IDs of resources that may be archived or unarchived along with it."""
    cascade_to_all: bool
    """true: archive or unarchive everything that is necessary. Default: false."""


class IngressLogRejectsItem(TypedDict):
    """IngressLogRejectsItem"""
    file: str
    """Name of the file."""
    line: int
    """Line in the file, counted from 1."""
    column: Union[str, None]
    """Column. null: the whole row."""
    value: Union[str, None]
    """Value as written."""
    reason: str
    """Why the row could not be used, to display."""


class IngressLogUnmatchedRowsItem(TypedDict):
    """IngressLogUnmatchedRowsItem"""
    file: Union[str, None]
    """Name of the file. null: the row joins several files."""
    line: int
    """Line in the file, counted from 1; position of a row that joins several files."""


class _IngressLogRequired(TypedDict):
    """Required fields of IngressLog."""
    built_at: str
    """When the build finished."""
    total: int
    """Rows in the files."""
    parsed: int
    """Of these, rows that could be read."""
    valid: int
    """Of these, rows whose mapped values could be read."""
    allowed: int
    """Of these, rows that no privacy list excludes."""
    duplicates: int
    """Rows dropped as duplicates."""
    rejected: int
    """Rows that could not be used."""
    rejects: List[IngressLogRejectsItem]
    """First rejected rows, at most 1,000; `rejected` counts all of them."""


class IngressLog(_IngressLogRequired, total=False):
    """IngressLog"""
    recognized: int
    """Rows that were matched to a person. Of a privacy list: rows that exclude somebody."""
    unmatched: int
    """Of a privacy list: rows that matched nobody, as of the last build of people."""
    unmatched_rows: List[IngressLogUnmatchedRowsItem]
    """The first of these rows, at most 1,000. To see what they say, open the file at the line."""


class PrivacyListRow(TypedDict):
    """PrivacyListRow"""
    file: Union[str, None]
    """Name of the file. null: the row joins several files."""
    line: int
    """Line in the file, counted from 1; position of a row that joins several files."""
    people: int
    """People that the row excludes. 0: it matched nobody."""
    hash: Union[str, None]
    """SHA-256, in hexadecimal, of salt:kind:contact, where contact is the first normalised contact of the row and kind is email, email hash, phone, customer id, national id, or name and address. null: the row has no contact."""


class _UploadedRowsRequired(TypedDict):
    """Required fields of UploadedRows."""
    dataset_id: str
    """ID of the dataset that reads the file."""
    dataset_name: str
    """Name of the dataset."""
    file: Union[str, None]
    """Name of the file or table. null: the rows join several files."""
    rows: int
    """Rows about people on deletion lists of the account."""


class UploadedRows(_UploadedRowsRequired, total=False):
    """UploadedRows"""
    directory: str
    """Upload directory."""


class RemadeResult(TypedDict):
    """RemadeResult"""
    resource_type: Literal["connections", "datasets", "people", "traits", "streams", "places", "cohorts", "outcomes", "persona_sets", "recommenders", "scopes", "targets", "replays"]
    """Type of the resource, as in its path."""
    resource_id: str
    """ID of the resource."""
    name: str
    """Its name."""
    remade_at: Union[str, None]
    """When it was built again without them. null: its last result still holds them."""
    waiting_for: Union[str, None]
    """Why its last result still holds them, and what to do. null: it does not."""


class PrivacyReceipt(TypedDict):
    """PrivacyReceipt"""
    id: str
    """Assigned by the service and never reused."""
    privacy: Literal["suppress", "delete"]
    """The list's field privacy."""
    requested_at: Union[str, None]
    """When the newest file of the list arrived. null: unknown."""
    applied_at: str
    """When people were first built without them."""
    remade_at: Union[str, None]
    """When the last result was built again without them. null: not yet; see results."""
    gone_at: Union[str, None]
    """For delete: when the last file about them was removed; only the list itself still names them. null: not yet, see uploads."""
    rows: int
    """Rows of the list, without duplicates."""
    matched_rows: int
    """Of these, rows that exclude somebody."""
    crowded_rows: int
    """Rows that exclude more than three people."""
    people: int
    """People that the list excludes."""
    results: List[RemadeResult]
    """Results and models that held them: as of remade_at, or as of now before it."""


class _PrivacyAnalysisRequired(TypedDict):
    """Required fields of PrivacyAnalysis."""
    privacy: Literal["suppress", "delete"]
    """The list's field privacy."""
    headline: str
    """How far the newest request is, in a sentence or two."""
    warnings: List[str]
    """Rows that matched nobody, and rows that exclude many people."""
    salt: str
    """Begins the text that is hashed for each row: the ID of the dataset."""
    entries: List[PrivacyListRow]
    """Rows that matched nobody first, then those that exclude most people; at most 1000."""
    uploads: List[UploadedRows]
    """Files that still hold rows about people on deletion lists. Bellwether never rewrites your files: upload them again without these rows."""
    receipts: List[PrivacyReceipt]
    """One for each change of the list's effect, newest first."""


class PrivacyAnalysis(_PrivacyAnalysisRequired, total=False):
    """PrivacyAnalysis"""
    rows: int
    """Rows of the list, without duplicates."""
    matched_rows: int
    """Of these, rows that exclude somebody."""
    crowded_rows: int
    """Rows that exclude more than three people."""
    people: int
    """People that the list excludes."""


class StreamPropertyEmittedByDatasetsItem(TypedDict):
    """StreamPropertyEmittedByDatasetsItem"""
    dataset_id: str
    """ID of a dataset with the property."""
    column_name: str
    """Source column."""


class StreamProperty(TypedDict):
    """StreamProperty"""
    type: Literal["double", "string"]
    """Type of its values."""
    statistical_type: Literal["ordinal", "categorical", "multicategorical"]
    """ordinal: values with an order. multicategorical: lists of values."""
    breaks: List[float]
    """For numbers: bounds that divide the values into bins."""
    categories: List[str]
    """For texts: the most frequent values."""
    emitted_by_datasets: List[StreamPropertyEmittedByDatasetsItem]
    """Sources of the property."""


class StreamEventsByMonthItem(TypedDict):
    """StreamEventsByMonthItem"""
    month: str
    """Month in UTC."""
    event_count: int
    """Number of events."""
    people_count: int
    """People with at least one event in the month."""


class _StreamRequired(TypedDict):
    """Required fields of Stream."""
    id: str
    """Assigned by the service and never reused."""
    resource_type: Literal["connections", "datasets", "people", "traits", "streams", "places", "cohorts", "outcomes", "persona_sets", "recommenders", "scopes", "targets", "replays"]
    """Type of the resource, as in its path."""
    name: str
    """Display name."""
    status: Literal["new", "starting", "running", "ready", "error"]
    """new: waits for its inputs; see waiting_for. starting: queued. running: being built. ready: up to date. error: the build failed; see status_error."""
    status_changed_at: str
    """When the status last changed."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When any field last changed."""
    last_updated_config_at: str
    """When its configuration last changed."""
    stream_name: str
    """Machine name, as used in configurations."""
    literate: str
    """Display name, the same as name."""
    properties: Dict[str, StreamProperty]
    """Event properties, by name."""
    event_contribution_by_dataset: Dict[str, int]
    """Number of events, by ID of the source dataset."""


class Stream(_StreamRequired, total=False):
    """Stream"""
    status_error: str
    """Why the build failed and what to do, while the status is error."""
    waiting_for: str
    """Why the build waits, while the status is new or starting: an input that is not built, or a trouble of the server that the build outlasts."""
    progress: float
    """Completed share of the running build, 0 to 1."""
    progress_text: str
    """Current activity of the running build, to display."""
    last_read_input_at: str
    """When a build last read its inputs."""
    last_updated_output_at: str
    """When a build last produced a result."""
    archived_at: str
    """When it was archived. Absent: it is in use."""
    event_count: int
    """Number of events."""
    people_count: int
    """People with at least one event."""
    oldest_date: str
    """Date of the first event."""
    newest_date: str
    """Date of the last event."""
    is_dated: bool
    """false: a dataset maps no datetime."""
    has_value: bool
    """true: a dataset maps a value."""
    events_by_month: List[StreamEventsByMonthItem]
    """Months with events, oldest first, at most the last 240 months."""


class StreamAnalysisEventsByMonthItem(TypedDict):
    """StreamAnalysisEventsByMonthItem"""
    month: str
    """Month in UTC."""
    event_count: int
    """Number of events."""
    people_count: int
    """People with at least one event in the month."""


class _StreamAnalysisRequired(TypedDict):
    """Required fields of StreamAnalysis."""
    properties: Dict[str, StreamProperty]
    """Event properties, by name."""
    event_contribution_by_dataset: Dict[str, int]
    """Number of events, by ID of the source dataset."""


class StreamAnalysis(_StreamAnalysisRequired, total=False):
    """StreamAnalysis"""
    event_count: int
    """Number of events."""
    people_count: int
    """People with at least one event."""
    oldest_date: str
    """Date of the first event."""
    newest_date: str
    """Date of the last event."""
    is_dated: bool
    """false: a dataset maps no datetime."""
    has_value: bool
    """true: a dataset maps a value."""
    events_by_month: List[StreamAnalysisEventsByMonthItem]
    """Months with events, oldest first, at most the last 240 months."""


class StreamMergePatch(TypedDict, total=False):
    """Display name of the stream."""
    name: Union[str, None]
    """Display name."""


class _TraitPostRequired(TypedDict):
    """Required fields of TraitPost."""
    name: str
    """Name as used in configurations: in a dataset's output_to_traits and wherever the trait is used."""


class TraitPost(_TraitPostRequired, total=False):
    """TraitPost"""
    literate: str
    """Display name in features and reasons. Absent: derived from the name."""
    description: str
    """Description for readers."""
    unit: str
    """Unit of its numbers."""
    statistical_type: Literal["categorical", "multicategorical", "ordinal", "nominal"]
    """categorical: one value of a bounded set. multicategorical: a list of such values. ordinal: values with an order. nominal: anything else, such as yes and no, or free text. Absent: detected from the data. A model treats numbers of any type but ordinal as categories."""
    lookup_table: Dict[str, str]
    """Display texts in reports, by value."""


class _TraitEmittedByDatasetsItemRequired(TypedDict):
    """Required fields of TraitEmittedByDatasetsItem."""
    dataset_id: str
    """ID of a dataset that emits the trait."""
    column_name: str
    """Source column."""


class TraitEmittedByDatasetsItem(_TraitEmittedByDatasetsItemRequired, total=False):
    """TraitEmittedByDatasetsItem"""
    transformation_table: Dict[str, str]
    """Replacements of values, by value as written."""


class _TraitRequired(TypedDict):
    """Required fields of Trait."""
    id: str
    """Assigned by the service and never reused."""
    resource_type: Literal["connections", "datasets", "people", "traits", "streams", "places", "cohorts", "outcomes", "persona_sets", "recommenders", "scopes", "targets", "replays"]
    """Type of the resource, as in its path."""
    name: str
    """Display name."""
    status: Literal["new", "starting", "running", "ready", "error"]
    """new: waits for its inputs; see waiting_for. starting: queued. running: being built. ready: up to date. error: the build failed; see status_error."""
    status_changed_at: str
    """When the status last changed."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When any field last changed."""
    last_updated_config_at: str
    """When its configuration last changed."""
    literate: str
    """Display name: as set, or else the name."""
    category: Literal["user_defined"]
    """Origin of the trait: your data."""
    emitted_by_datasets: List[TraitEmittedByDatasetsItem]
    """Sources of the trait. Empty: nothing emits it."""


class Trait(_TraitRequired, total=False):
    """Trait"""
    status_error: str
    """Why the build failed and what to do, while the status is error."""
    waiting_for: str
    """Why the build waits, while the status is new or starting: an input that is not built, or a trouble of the server that the build outlasts."""
    progress: float
    """Completed share of the running build, 0 to 1."""
    progress_text: str
    """Current activity of the running build, to display."""
    last_read_input_at: str
    """When a build last read its inputs."""
    last_updated_output_at: str
    """When a build last produced a result."""
    archived_at: str
    """When it was archived. Absent: it is in use."""
    description: str
    """Description for readers."""
    unit: str
    """Unit of its numbers."""
    statistical_type: Literal["categorical", "multicategorical", "ordinal", "nominal"]
    """As set, or else as detected."""
    lookup_table: Dict[str, str]
    """Display texts in reports, by value."""
    type: Literal["boolean", "date", "double", "long", "string"]
    """Type of its values."""
    breaks: List[float]
    """For numbers: lower bounds of the deciles of people."""
    categories: List[str]
    """For texts: the most frequent values, at most 20."""
    people_count: int
    """People with the trait."""


class TraitMergePatch(TypedDict, total=False):
    """New values. The name of a trait cannot change."""
    literate: Union[str, None]
    """Display name in features and reasons. Absent: derived from the name."""
    description: Union[str, None]
    """Description for readers."""
    unit: Union[str, None]
    """Unit of its numbers."""
    statistical_type: Literal["categorical", "multicategorical", "ordinal", "nominal", None]
    """categorical: one value of a bounded set. multicategorical: a list of such values. ordinal: values with an order. nominal: anything else, such as yes and no, or free text. Absent: detected from the data. A model treats numbers of any type but ordinal as categories."""
    lookup_table: Union[Dict[str, Union[str, None]], None]
    """Display texts in reports, by value."""


class _TraitDimensionsBinsItem1Required(TypedDict):
    """Required fields of TraitDimensionsBinsItem1."""
    data_type: Literal["boolean"]
    """Type of the trait's values."""
    count: int
    """People in the bin."""
    percent: float
    """Share of the people in all bins, 0 to 100."""


class TraitDimensionsBinsItem1(_TraitDimensionsBinsItem1Required, total=False):
    """TraitDimensionsBinsItem1"""
    value: bool
    """The value. Absent: people without the trait."""


class _TraitDimensionsBinsItem2Required(TypedDict):
    """Required fields of TraitDimensionsBinsItem2."""
    data_type: Literal["date"]
    """Type of the trait's values."""
    min: str
    """First day."""
    count: int
    """People in the bin."""
    percent: float
    """Share of the people in all bins, 0 to 100."""


class TraitDimensionsBinsItem2(_TraitDimensionsBinsItem2Required, total=False):
    """TraitDimensionsBinsItem2"""
    max: str
    """Day after the last day. Absent: no upper bound."""


class _TraitDimensionsBinsItem3Required(TypedDict):
    """Required fields of TraitDimensionsBinsItem3."""
    data_type: Literal["number"]
    """Type of the trait's values."""
    min: float
    """Lower bound, inclusive."""
    count: int
    """People in the bin."""
    percent: float
    """Share of the people in all bins, 0 to 100."""


class TraitDimensionsBinsItem3(_TraitDimensionsBinsItem3Required, total=False):
    """TraitDimensionsBinsItem3"""
    max: float
    """Upper bound, exclusive. Absent: no upper bound."""


class TraitDimensionsBinsItem4(TypedDict):
    """TraitDimensionsBinsItem4"""
    data_type: Literal["text"]
    """Type of the trait's values."""
    value: str
    """The value."""
    count: int
    """People in the bin."""
    percent: float
    """Share of the people in all bins, 0 to 100."""


class TraitDimensions(TypedDict):
    """TraitDimensions"""
    trait_name: str
    """Name of the trait."""
    bins: List[Union[TraitDimensionsBinsItem1, TraitDimensionsBinsItem2, TraitDimensionsBinsItem3, TraitDimensionsBinsItem4]]
    """For numbers and dates, deciles of the people in order; for texts, the most frequent values."""


class PersonFields(TypedDict, total=False):
    """Identity fields with a value. For a person, the newest value of each."""
    customer_id: str
    """As written."""
    email: str
    """As written."""
    email_hash: str
    """As written."""
    phone: str
    """As written."""
    person_full_name: str
    """As written."""
    person_first_name: str
    """As written."""
    person_last_name: str
    """As written."""
    house_number_and_street: str
    """As written."""
    city: str
    """As written."""
    state: str
    """As written."""
    postcode: str
    """As written."""
    freeform_address: str
    """As written."""
    birth_date: str
    """As written."""
    country: str
    """As written."""


class PersonSummary(TypedDict):
    """PersonSummary"""
    id: str
    """Id of the person, for life. It survives changes of their data; see former ids in docs/people.md."""
    fields: PersonFields
    record_count: int
    """Distinct records of the person."""


class _DatasetResolutionRequired(TypedDict):
    """Required fields of DatasetResolution."""
    dataset_id: str
    """Id of the dataset."""


class DatasetResolution(_DatasetResolutionRequired, total=False):
    """DatasetResolution"""
    dataset_name: str
    """Name of the dataset."""
    match_rate: float
    """Share of rows that belong to a person."""
    overlap: float
    """Share of people who are also in another dataset."""
    household_share: float
    """Share of people who share a residence with other people."""


class _PeopleAnalysisClusterSizesItemRequired(TypedDict):
    """Required fields of PeopleAnalysisClusterSizesItem."""
    min: int
    """Smallest number of records."""
    people: int
    """People with this number of records."""


class PeopleAnalysisClusterSizesItem(_PeopleAnalysisClusterSizesItemRequired, total=False):
    """PeopleAnalysisClusterSizesItem"""
    max: int
    """Largest number of records. Absent: no upper bound."""


class PeopleAnalysisLargestItem(TypedDict):
    """PeopleAnalysisLargestItem"""
    person_id: str
    """Id of the person, for life. It survives changes of their data; see former ids in docs/people.md."""
    record_count: int
    """Distinct records of the person."""
    row_count: int
    """Rows of the person."""


class PeopleAnalysisLinkProbabilitiesItem(TypedDict):
    """PeopleAnalysisLinkProbabilitiesItem"""
    min: float
    """Lowest probability."""
    max: float
    """Highest probability."""
    links: int
    """Links in this range."""


class PeopleAnalysisWeakestLinksItem(TypedDict):
    """PeopleAnalysisWeakestLinksItem"""
    person_id: str
    """Id of the person, for life. It survives changes of their data; see former ids in docs/people.md."""
    record_ids: List[str]
    """The two records."""
    probability: float
    """Probability of one person."""


class PeopleAnalysisContradictoryCustomerIdsListedItem(TypedDict):
    """PeopleAnalysisContradictoryCustomerIdsListedItem"""
    customer_id: str
    """The customer ID."""
    person_id: str
    """Id of the person, for life. It survives changes of their data; see former ids in docs/people.md."""
    record_count: int
    """Records with this customer ID."""
    differs_in: List[Literal["name", "birth_date", "national_id", "suffix"]]
    """Name: neither first nor last names agree. Birth dates: twelve years apart or more."""


class PeopleAnalysisContradictoryCustomerIds(TypedDict):
    """Equal customer IDs are one person, whatever else differs. These may have been given to two: correct them in your files."""
    count: int
    """Customer IDs whose records contradict each other."""
    listed: List[PeopleAnalysisContradictoryCustomerIdsListedItem]
    """At most twenty, those with the most records first."""


class PeopleAnalysisMatchModelLimitedItem(TypedDict):
    """PeopleAnalysisMatchModelLimitedItem"""
    among: Literal["person", "family"]
    """Records of one person, or of two of a family."""
    comparison: str
    """Compared field."""
    level: str
    """Result of the comparison."""


class PeopleAnalysisMatchModel(TypedDict):
    """Health of the match weights. Absent in mode exact."""
    status: Literal["learned", "limited"]
    """Limited: your records would have moved match weights further from their usual values than makes sense."""
    limited: List[PeopleAnalysisMatchModelLimitedItem]
    """Comparison levels whose weight is held at its limit. Check the columns that they compare."""


class PeopleAnalysisChanges(TypedDict):
    """Changes since the previous build. Absent for the first."""
    merged: int
    """People who were merged into another person."""
    split: int
    """People who were split off from another person."""
    added: int
    """New people."""
    removed: int
    """People without any record left."""


class _PeopleAnalysisRequired(TypedDict):
    """Required fields of PeopleAnalysis."""
    status: Literal["new", "starting", "running", "ready", "error"]
    """Status of the people build after the last change."""
    people_count: int
    """Number of people."""
    mode: Literal["exact", "strict", "standard", "loose"]
    """Mode by which these people were resolved."""
    datasets: List[DatasetResolution]
    """One entry per dataset."""
    cluster_sizes: List[PeopleAnalysisClusterSizesItem]
    """People by number of records."""
    largest: List[PeopleAnalysisLargestItem]
    """People with the most records. Wrongly merged people show up here."""
    link_probabilities: List[PeopleAnalysisLinkProbabilitiesItem]
    """Links of kind match by probability."""
    weakest_links: List[PeopleAnalysisWeakestLinksItem]
    """Links to review first. GET /people/{id} has the reason for each."""


class PeopleAnalysis(_PeopleAnalysisRequired, total=False):
    """PeopleAnalysis"""
    contradictory_customer_ids: PeopleAnalysisContradictoryCustomerIds
    """Equal customer IDs are one person, whatever else differs. These may have been given to two: correct them in your files."""
    match_model: PeopleAnalysisMatchModel
    """Health of the match weights. Absent in mode exact."""
    changes: PeopleAnalysisChanges
    """Changes since the previous build. Absent for the first."""


class PersonRecord(TypedDict):
    """PersonRecord"""
    id: str
    """Id of the record."""
    fields: PersonFields
    dataset_ids: List[str]
    """Datasets with this record."""
    row_count: int
    """Rows with exactly these values."""
    first_seen_at: str
    """When the first file with this record arrived."""


class PairSide(TypedDict):
    """One of the two: the record that is compared, and its person."""
    person_id: str
    """Id of the person, for life. It survives changes of their data; see former ids in docs/people.md."""
    record: PersonRecord


class PersonComparison(TypedDict):
    """PersonComparison"""
    field: Literal["first_name", "last_name", "address", "unit", "area", "email", "phone", "suffix", "middle_name", "birth_date", "national_id", "customer_id"]
    """Compared field."""
    level: str
    """How similar the values are."""
    bits: float
    """Evidence for one person against the rival. Each bit doubles the odds."""


class PairComparison(TypedDict):
    """Absent where the two cannot be compared, as in mode exact."""
    probability: float
    """Probability of one person, from the two records alone."""
    bits: float
    """The same as log-odds in bits."""
    same_person: Literal["stayed", "moved"]
    """Likelier case of one person: at one address, or after a move."""
    rival: Literal["household", "relative", "unrelated"]
    """Likeliest case of two people."""
    rival_bits: float
    """Evidence for one person against the rival."""
    prior_bits: float
    """Evidence before any comparison."""
    comparisons: List[PersonComparison]
    """Comparisons of fields that both records have."""


class _PersonLinkRequired(TypedDict):
    """Required fields of PersonLink."""
    record_ids: List[str]
    """The two records."""
    kind: Literal["key", "row", "match", "owner"]
    """Reason for the link. key: an identifying value is equal. row: both are in one row of a file, and their names do not differ. match: the records are similar enough. owner: you merged them."""
    made_at: str
    """When a build first made the link."""
    agrees_on: List[Literal["customer_id", "national_id", "email", "phone", "name", "address"]]
    """Fields with equal values, in any spelling."""
    explanation: str
    """The reason as a sentence."""


class PersonLink(_PersonLinkRequired, total=False):
    """PersonLink"""
    probability: float
    """Probability of one person. Only for kind match, as are the fields below."""
    bits: float
    """The same as log-odds in bits."""
    same_person: Literal["stayed", "moved"]
    """Likelier case of one person: at one address, or after a move."""
    rival: Literal["household", "relative", "unrelated"]
    """Likeliest case of two people: members of a household, relatives who live apart, or strangers."""
    rival_bits: float
    """Evidence for one person against the rival: the sum of prior_bits and the bits of all comparisons."""
    prior_bits: float
    """Evidence before any comparison."""
    comparisons: List[PersonComparison]
    """Comparisons of fields that both records have."""


class _PairReasonRequired(TypedDict):
    """Required fields of PairReason."""
    same_person: bool
    """Whether the two are one person."""
    explanation: str
    """The reason as a sentence."""
    left: PairSide
    right: PairSide
    mode: Literal["exact", "strict", "standard", "loose"]
    """How certain it must be that two records are one person. exact: equal keys only. strict, standard, loose: equal keys, or a probability of at least 0.95, 0.8 or 0.5. Default: standard."""
    agrees_on: List[Literal["customer_id", "national_id", "email", "phone", "name", "address"]]
    """Fields with equal values, in any spelling."""
    links: List[PersonLink]
    """The chain of links from one record to the other. Empty for two people."""


class PairReason(_PairReasonRequired, total=False):
    """PairReason"""
    min_probability: float
    """Probability from which two records are one person. Absent in mode exact."""
    comparison: PairComparison
    decision_id: str
    """Your decision that keeps them apart."""


class PeopleDecision(TypedDict):
    """PeopleDecision"""
    id: str
    """Id of the decision, to undo it."""
    kind: Literal["split", "merge"]
    """Kind of decision."""
    record_ids: List[str]
    """For a split, the records that were split off; for a merge, the first records of one person. As they were when you decided: GET /people/{id} accepts them also after they have changed."""
    other_record_ids: List[str]
    """For a split, the remaining records; for a merge, the first records of the other person."""
    made_at: str
    """When you decided."""


class PersonWeakestLink(TypedDict):
    """Least certain link of kind match."""
    record_ids: List[str]
    """The two records."""
    probability: float
    """Probability of one person."""


class _PersonRequired(TypedDict):
    """Required fields of Person."""
    id: str
    """Id of the person, for life. It survives changes of their data; see former ids in docs/people.md."""
    fields: PersonFields
    record_count: int
    """Distinct records of the person."""
    records: List[PersonRecord]
    """Source records, earliest first, at most 200."""
    link_count: int
    """Number of links between the records."""
    links: List[PersonLink]
    """Least certain first, at most 200."""
    household: List[PersonSummary]
    """Other people of the same residence."""
    decisions: List[PeopleDecision]
    """Your decisions about these records."""


class Person(_PersonRequired, total=False):
    """Person"""
    weakest_link: PersonWeakestLink
    """Least certain link of kind match."""
    household_id: str
    """Id of the household, as in files: equal for all people of one residence. Absent without an address."""
    pending: Literal[True]
    """A split or merge has changed the person since the last build. Events, predictions and files follow with the next build."""


class PersonSplit(TypedDict):
    """PersonSplit"""
    records: List[str]
    """Records of the person that belong to someone else."""


PersonMerge = TypedDict(
    "PersonMerge",
    {
        "with": "str",
    },
    total=False,
)


class _PersonEventRequired(TypedDict):
    """Required fields of PersonEvent."""
    stream_name: str
    """Machine name of the stream."""
    properties: Dict[str, Union[str, float]]
    """Properties of the event."""


class PersonEvent(_PersonEventRequired, total=False):
    """PersonEvent"""
    datetime: str
    """When it happened. Absent in a stream without dates."""
    value: float
    """Value of the event."""


class _PersonEventsRequired(TypedDict):
    """Required fields of PersonEvents."""
    events: List[PersonEvent]
    """Newest first; events without a datetime come last."""
    total: int
    """Number of the person's events in all streams."""


class PersonEvents(_PersonEventsRequired, total=False):
    """PersonEvents"""
    next_before: str
    """Start of the next page. Absent on the last page."""


class ScoreReason(TypedDict):
    """ScoreReason"""
    feature: str
    """Machine name of the feature."""
    reason: str
    """Reason in words."""
    sentence: str
    """The same without terms of the model, for people who read a list."""
    value: Union[float, None]
    """Value of the feature; null if unknown."""
    effect: float
    """Contribution in log-odds."""
    direction: Literal["for", "against"]
    """Whether it raises (for) or lowers (against) the probability."""


class PersonPersona(TypedDict):
    """PersonPersona"""
    persona_set_id: str
    """Id of the persona set."""
    persona_set_name: str
    """Name of the persona set."""
    persona_id: str
    """Id of the persona."""
    persona_name: str
    """Name of the persona."""


class _PersonScoreRequired(TypedDict):
    """Required fields of PersonScore."""
    scope_id: str
    """Id of the pipeline."""
    scope_name: str
    """Name of the pipeline."""
    outcome_id: str
    """Id of the outcome."""
    outcome_name: str
    """Name of the outcome."""
    status: Literal["scored", "attained", "not_eligible"]
    """attained: the person has converted already. not_eligible: the person is not eligible. Only scored people have a probability."""
    personas: List[PersonPersona]
    """The person's persona of each persona set in the payload."""


class PersonScore(_PersonScoreRequired, total=False):
    """PersonScore"""
    probability: float
    """Predicted probability that the person converts."""
    percentile: int
    """95: more likely than 95 % of the people scored."""
    explanation: List[ScoreReason]
    """Reasons, strongest first, as in delivered files."""
    scored_through: str
    """Scores use events before this instant."""


class _GeometryRequired(TypedDict):
    """Required fields of Geometry."""
    type: Literal["Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection", "Feature", "FeatureCollection"]
    """Type of the geometry. A Feature is refused: send its geometry instead."""


class Geometry(_GeometryRequired, total=False):
    """GeoJSON geometry (RFC 7946) in WGS84 degrees, longitude first. Edges are straight lines in degrees, and a boundary belongs to its area. Split a shape that crosses the antimeridian into two parts of a MultiPolygon or MultiLineString."""
    coordinates: List[Any]
    """For every type except GeometryCollection."""
    geometries: List[Dict[str, Any]]
    """For a GeometryCollection."""


class AddressInfo(TypedDict, total=False):
    """AddressInfo"""
    house_number_and_street: str
    """House number and street."""
    unit_number: str
    """Apartment or unit number."""
    city: str
    """City."""
    state: str
    """State."""
    postcode: str
    """Postcode. On its own it covers everyone there."""


class _PlacePostRequired(TypedDict):
    """Required fields of PlacePost."""
    name: str
    """Display name."""


class PlacePost(_PlacePostRequired, total=False):
    """PlacePost"""
    geojson: Geometry
    addresses: List[AddressInfo]
    """Addresses, each with a postcode, or with a street and a city. People with the same address are at the place. The distance of others is known where records of that street or postcode have the traits latitude and longitude."""


class PlaceLocation(TypedDict):
    """PlaceLocation"""
    longitude: float
    """Longitude in degrees."""
    latitude: float
    """Latitude in degrees."""
    located_by: Literal["street", "postcode"]
    """Precision: coordinates of the street, or of the postcode."""


class _PlaceRequired(TypedDict):
    """Required fields of Place."""
    id: str
    """Assigned by the service and never reused."""
    resource_type: Literal["connections", "datasets", "people", "traits", "streams", "places", "cohorts", "outcomes", "persona_sets", "recommenders", "scopes", "targets", "replays"]
    """Type of the resource, as in its path."""
    name: str
    """Display name."""
    status: Literal["new", "starting", "running", "ready", "error"]
    """new: waits for its inputs; see waiting_for. starting: queued. running: being built. ready: up to date. error: the build failed; see status_error."""
    status_changed_at: str
    """When the status last changed."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When any field last changed."""
    last_updated_config_at: str
    """When its configuration last changed."""


class Place(_PlaceRequired, total=False):
    """Place"""
    status_error: str
    """Why the build failed and what to do, while the status is error."""
    waiting_for: str
    """Why the build waits, while the status is new or starting: an input that is not built, or a trouble of the server that the build outlasts."""
    progress: float
    """Completed share of the running build, 0 to 1."""
    progress_text: str
    """Current activity of the running build, to display."""
    last_read_input_at: str
    """When a build last read its inputs."""
    last_updated_output_at: str
    """When a build last produced a result."""
    archived_at: str
    """When it was archived. Absent: it is in use."""
    geojson: Geometry
    addresses: List[AddressInfo]
    """Addresses, each with a postcode, or with a street and a city. People with the same address are at the place. The distance of others is known where records of that street or postcode have the traits latitude and longitude."""
    located_count: int
    """People with a known distance from the place."""
    locations: List[Union[PlaceLocation, None]]
    """Location of each address, in the order of addresses. null: no record has coordinates for it."""


class PlaceMergePatchGeojson(TypedDict, total=False):
    """GeoJSON geometry (RFC 7946) in WGS84 degrees, longitude first. Edges are straight lines in degrees, and a boundary belongs to its area. Split a shape that crosses the antimeridian into two parts of a MultiPolygon or MultiLineString."""
    type: Literal["Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection", "Feature", "FeatureCollection", None]
    """Type of the geometry. A Feature is refused: send its geometry instead."""
    coordinates: Union[List[Any], None]
    """For every type except GeometryCollection."""
    geometries: Union[List[Dict[str, Any]], None]
    """For a GeometryCollection."""


class PlaceMergePatchGeojson2(TypedDict, total=False):
    """GeoJSON geometry (RFC 7946) in WGS84 degrees, longitude first. Edges are straight lines in degrees, and a boundary belongs to its area. Split a shape that crosses the antimeridian into two parts of a MultiPolygon or MultiLineString."""
    type: Literal["Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection", "Feature", "FeatureCollection", None]
    """Type of the geometry. A Feature is refused: send its geometry instead."""
    coordinates: Union[List[Any], None]
    """For every type except GeometryCollection."""
    geometries: Union[List[Dict[str, Any]], None]
    """For a GeometryCollection."""


class PlaceMergePatch(TypedDict, total=False):
    """PlaceMergePatch"""
    name: Union[str, None]
    """Display name."""
    geojson: Union[PlaceMergePatchGeojson, PlaceMergePatchGeojson2]
    """GeoJSON geometry (RFC 7946) in WGS84 degrees, longitude first. Edges are straight lines in degrees, and a boundary belongs to its area. Split a shape that crosses the antimeridian into two parts of a MultiPolygon or MultiLineString."""
    addresses: Union[List[AddressInfo], None]
    """Addresses, each with a postcode, or with a street and a city. People with the same address are at the place. The distance of others is known where records of that street or postcode have the traits latitude and longitude."""


class _RecencyRequired(TypedDict):
    """Required fields of Recency."""
    occurrence: Literal["first", "last"]
    """Which of the selected events counts."""


class Recency(_RecencyRequired, total=False):
    """Time since the first or last selected event."""
    min_days: int
    """Minimum number of days from that event to the cutoff, inclusive."""
    max_days: int
    """Maximum number of days from that event to the cutoff, inclusive."""


class _StreamConditionRequired(TypedDict):
    """Required fields of StreamCondition."""
    property: str
    """datetime, value, or another property of the stream."""


class StreamCondition(_StreamConditionRequired, total=False):
    """StreamCondition"""
    _eq: Union[str, float, bool]
    """Equals this value."""
    _neq: Union[str, float, bool]
    """Differs from this value."""
    _gt: Union[str, float, bool]
    """Greater than this value; for dates, later."""
    _gte: Union[str, float, bool]
    """Greater than or equal to this value."""
    _lt: Union[str, float, bool]
    """Less than this value; for dates, earlier."""
    _lte: Union[str, float, bool]
    """Less than or equal to this value."""
    _in: List[Union[str, float, bool]]
    """Equals one of these values."""
    _nin: List[Union[str, float, bool]]
    """Equals none of these values."""
    _null: bool
    """true: rows without a value, which otherwise never match."""
    _nnull: bool
    """true: rows with a value."""
    _matches: str
    """RE2 regular expression that matches anywhere in the value."""
    optional: bool
    """Optional conditions form one OR group, which is joined to the required conditions by AND."""


class _TraitConditionRequired(TypedDict):
    """Required fields of TraitCondition."""
    name: str
    """Name of a trait."""


class TraitCondition(_TraitConditionRequired, total=False):
    """TraitCondition"""
    _eq: Union[str, float, bool]
    """Equals this value."""
    _neq: Union[str, float, bool]
    """Differs from this value."""
    _gt: Union[str, float, bool]
    """Greater than this value; for dates, later."""
    _gte: Union[str, float, bool]
    """Greater than or equal to this value."""
    _lt: Union[str, float, bool]
    """Less than this value; for dates, earlier."""
    _lte: Union[str, float, bool]
    """Less than or equal to this value."""
    _in: List[Union[str, float, bool]]
    """Equals one of these values."""
    _nin: List[Union[str, float, bool]]
    """Equals none of these values."""
    _null: bool
    """true: rows without a value, which otherwise never match."""
    _nnull: bool
    """true: rows with a value."""
    _matches: str
    """RE2 regular expression that matches anywhere in the value."""
    optional: bool
    """Optional conditions form one OR group, which is joined to the required conditions by AND."""


class _CohortPlaceConditionRequired(TypedDict):
    """Required fields of CohortPlaceCondition."""
    place_id: str
    """ID of the place."""


class CohortPlaceCondition(_CohortPlaceConditionRequired, total=False):
    """CohortPlaceCondition"""
    distance: float
    """Maximum distance from the place in meters. Absent: 0, at or inside the place."""
    invert: bool
    """true: people farther away than that."""


class _CohortPostRequired(TypedDict):
    """Required fields of CohortPost."""
    name: str
    """Display name."""


class CohortPost(_CohortPostRequired, total=False):
    """CohortPost"""
    stream_name: str
    """Name of a stream, in any case. Absent: traits and places alone define the cohort."""
    min_count: int
    """Minimum number of selected events."""
    max_count: int
    """Maximum number of selected events."""
    min_value: float
    """Minimum sum of the selected events' value, inclusive."""
    max_value: float
    """Maximum sum of the selected events' value, inclusive."""
    recency: Recency
    stream_conditions: List[StreamCondition]
    """Conditions that select the stream's events."""
    traits: List[TraitCondition]
    """Conditions on the traits of members."""
    place_conditions: List[CohortPlaceCondition]
    """Conditions on where members are; all of them must hold. A person's location is their traits latitude and longitude, or else that of records with the same street or postcode that have these traits. People without a known location match no condition, inverted or not."""
    explore: bool
    """Accepted without effect: there is no map."""


class _CohortRequired(TypedDict):
    """Required fields of Cohort."""
    id: str
    """Assigned by the service and never reused."""
    resource_type: Literal["connections", "datasets", "people", "traits", "streams", "places", "cohorts", "outcomes", "persona_sets", "recommenders", "scopes", "targets", "replays"]
    """Type of the resource, as in its path."""
    name: str
    """Display name."""
    status: Literal["new", "starting", "running", "ready", "error"]
    """new: waits for its inputs; see waiting_for. starting: queued. running: being built. ready: up to date. error: the build failed; see status_error."""
    status_changed_at: str
    """When the status last changed."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When any field last changed."""
    last_updated_config_at: str
    """When its configuration last changed."""
    sentence: str
    """The definition in plain English, to display."""


class Cohort(_CohortRequired, total=False):
    """Cohort"""
    status_error: str
    """Why the build failed and what to do, while the status is error."""
    waiting_for: str
    """Why the build waits, while the status is new or starting: an input that is not built, or a trouble of the server that the build outlasts."""
    progress: float
    """Completed share of the running build, 0 to 1."""
    progress_text: str
    """Current activity of the running build, to display."""
    last_read_input_at: str
    """When a build last read its inputs."""
    last_updated_output_at: str
    """When a build last produced a result."""
    archived_at: str
    """When it was archived. Absent: it is in use."""
    stream_name: str
    """Name of a stream, in any case. Absent: traits and places alone define the cohort."""
    min_count: int
    """Minimum number of selected events."""
    max_count: int
    """Maximum number of selected events."""
    min_value: float
    """Minimum sum of the selected events' value, inclusive."""
    max_value: float
    """Maximum sum of the selected events' value, inclusive."""
    recency: Recency
    stream_conditions: List[StreamCondition]
    """Conditions that select the stream's events."""
    traits: List[TraitCondition]
    """Conditions on the traits of members."""
    place_conditions: List[CohortPlaceCondition]
    """Conditions on where members are; all of them must hold. A person's location is their traits latitude and longitude, or else that of records with the same street or postcode that have these traits. People without a known location match no condition, inverted or not."""
    explore: bool
    """Accepted without effect: there is no map."""
    population_count: int
    """Members at data_through."""
    data_through: str
    """Cutoff for members and scores: just after the newest event."""


class CohortMergePatchRecency(TypedDict, total=False):
    """Time since the first or last selected event."""
    occurrence: Literal["first", "last", None]
    """Which of the selected events counts."""
    min_days: Union[int, None]
    """Minimum number of days from that event to the cutoff, inclusive."""
    max_days: Union[int, None]
    """Maximum number of days from that event to the cutoff, inclusive."""


class CohortMergePatchRecency2(TypedDict, total=False):
    """Time since the first or last selected event."""
    occurrence: Literal["first", "last", None]
    """Which of the selected events counts."""
    min_days: Union[int, None]
    """Minimum number of days from that event to the cutoff, inclusive."""
    max_days: Union[int, None]
    """Maximum number of days from that event to the cutoff, inclusive."""


class CohortMergePatch(TypedDict, total=False):
    """CohortMergePatch"""
    name: Union[str, None]
    """Display name."""
    stream_name: Union[str, None]
    """Name of a stream, in any case. Absent: traits and places alone define the cohort."""
    min_count: Union[int, None]
    """Minimum number of selected events."""
    max_count: Union[int, None]
    """Maximum number of selected events."""
    min_value: Union[float, None]
    """Minimum sum of the selected events' value, inclusive."""
    max_value: Union[float, None]
    """Maximum sum of the selected events' value, inclusive."""
    recency: Union[CohortMergePatchRecency, CohortMergePatchRecency2]
    """Time since the first or last selected event."""
    stream_conditions: Union[List[StreamCondition], None]
    """Conditions that select the stream's events."""
    traits: Union[List[TraitCondition], None]
    """Conditions on the traits of members."""
    place_conditions: Union[List[CohortPlaceCondition], None]
    """Conditions on where members are; all of them must hold. A person's location is their traits latitude and longitude, or else that of records with the same street or postcode that have these traits. People without a known location match no condition, inverted or not."""
    explore: Union[bool, None]
    """Accepted without effect: there is no map."""


class CohortPreviewPost(TypedDict, total=False):
    """CohortPreviewPost"""
    name: str
    """Display name."""
    stream_name: str
    """Name of a stream, in any case. Absent: traits and places alone define the cohort."""
    min_count: int
    """Minimum number of selected events."""
    max_count: int
    """Maximum number of selected events."""
    min_value: float
    """Minimum sum of the selected events' value, inclusive."""
    max_value: float
    """Maximum sum of the selected events' value, inclusive."""
    recency: Recency
    stream_conditions: List[StreamCondition]
    """Conditions that select the stream's events."""
    traits: List[TraitCondition]
    """Conditions on the traits of members."""
    place_conditions: List[CohortPlaceCondition]
    """Conditions on where members are; all of them must hold. A person's location is their traits latitude and longitude, or else that of records with the same street or postcode that have these traits. People without a known location match no condition, inverted or not."""
    explore: bool
    """Accepted without effect: there is no map."""


class CohortPreview(TypedDict):
    """CohortPreview"""
    population_count: int
    """People who would be members at as_of."""
    people_count: int
    """All known people."""
    as_of: str
    """Cutoff for membership: just after the newest event."""
    unread_datasets: List[str]
    """Datasets that are being read or queued: their newest rows are not counted yet."""


class CohortMembershipDaysItem(TypedDict):
    """CohortMembershipDaysItem"""
    date: str
    """Start of the period in UTC. Weeks start on Monday."""
    count: int
    """Members at the end of the period; for the newest period, at data_through."""


class CohortMembershipWeeksItem(TypedDict):
    """CohortMembershipWeeksItem"""
    date: str
    """Start of the period in UTC. Weeks start on Monday."""
    count: int
    """Members at the end of the period; for the newest period, at data_through."""


class CohortMembershipMonthsItem(TypedDict):
    """CohortMembershipMonthsItem"""
    date: str
    """Start of the period in UTC. Weeks start on Monday."""
    count: int
    """Members at the end of the period; for the newest period, at data_through."""


class CohortMembership(TypedDict):
    """CohortMembership"""
    days: List[CohortMembershipDaysItem]
    """Members by day, oldest first, from the stream's first event on."""
    weeks: List[CohortMembershipWeeksItem]
    """Members by week, in the same order."""
    months: List[CohortMembershipMonthsItem]
    """Members by month, in the same order."""


class _PersonaSetPostRequired(TypedDict):
    """Required fields of PersonaSetPost."""
    name: str
    """Display name."""


class PersonaSetPost(_PersonaSetPostRequired, total=False):
    """PersonaSetPost"""
    cohort: str
    """ID of the cohort, the same as cohort_id."""
    cohort_id: str
    """ID of the cohort whose members are grouped."""
    modeling_fields: List[str]
    """Fields to group people by: traits (with or without the prefix `fig/`), properties, streams, or features as outcomes name them. Absent: frequency, recency, tenure, value and products of purchases, and all traits."""
    number_of_clusters: int
    """Number of personas. Absent: the number that separates people best, usually three to eight."""
    explore: bool
    """Accepted without effect: there is no map."""


class PersonaDistinctionsItem(TypedDict):
    """PersonaDistinctionsItem"""
    name: str
    """Name of the feature or trait, for programs."""
    literate: str
    """Display name."""
    value: float
    """Mean over the persona's people."""
    average: float
    """Mean over the whole cohort."""
    difference: float
    """Difference in standard deviations of the cohort, on the scale used for grouping."""


class _PersonaDetailsBinsValueItem1Required(TypedDict):
    """Required fields of PersonaDetailsBinsValueItem1."""
    data_type: Literal["number"]
    """Type of the values."""
    min: float
    """Lower bound, inclusive."""
    count: int
    """People in the bin."""
    percent: float
    """Share of the counts of all bins, 0 to 100."""


class PersonaDetailsBinsValueItem1(_PersonaDetailsBinsValueItem1Required, total=False):
    """PersonaDetailsBinsValueItem1"""
    max: float
    """Upper bound, exclusive. Absent: no upper bound."""


class PersonaDetailsBinsValueItem2(TypedDict):
    """PersonaDetailsBinsValueItem2"""
    data_type: Literal["text"]
    """Type of the values."""
    value: str
    """Value as written."""
    count: int
    """People with the value."""
    percent: float
    """Share of the counts of all bins, 0 to 100."""


class PersonaDetails(TypedDict):
    """Its people in figures."""
    center: Dict[str, Union[float, None]]
    """Means by trait or feature; for yes-or-no values, the share of yes. null: no one has a known value."""
    bins: Dict[str, List[Union[PersonaDetailsBinsValueItem1, PersonaDetailsBinsValueItem2]]]
    """Distributions, as in analysis/dimensions."""


class Persona(TypedDict):
    """Persona"""
    id: str
    """ID that stays the same from build to build for the same group of people."""
    name: str
    """Your name for it, or else one derived from its distinctions."""
    individuals_count: int
    """Number of people."""
    portrait: str
    """One sentence on what distinguishes its people."""
    distinctions: List[PersonaDistinctionsItem]
    """Differences from the cohort, largest first."""
    details: PersonaDetails
    """Its people in figures."""


class PersonaSetCandidatesItem(TypedDict):
    """PersonaSetCandidatesItem"""
    clusters: int
    """Number of personas."""
    silhouette: float
    """Separation, from −1 to 1."""


class _PersonaSetRequired(TypedDict):
    """Required fields of PersonaSet."""
    id: str
    """Assigned by the service and never reused."""
    resource_type: Literal["connections", "datasets", "people", "traits", "streams", "places", "cohorts", "outcomes", "persona_sets", "recommenders", "scopes", "targets", "replays"]
    """Type of the resource, as in its path."""
    name: str
    """Display name."""
    status: Literal["new", "starting", "running", "ready", "error"]
    """new: waits for its inputs; see waiting_for. starting: queued. running: being built. ready: up to date. error: the build failed; see status_error."""
    status_changed_at: str
    """When the status last changed."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When any field last changed."""
    last_updated_config_at: str
    """When its configuration last changed."""
    cohort: str
    """The same as cohort_id."""
    cohort_id: str
    """ID of the cohort whose members are grouped."""


class PersonaSet(_PersonaSetRequired, total=False):
    """PersonaSet"""
    status_error: str
    """Why the build failed and what to do, while the status is error."""
    waiting_for: str
    """Why the build waits, while the status is new or starting: an input that is not built, or a trouble of the server that the build outlasts."""
    progress: float
    """Completed share of the running build, 0 to 1."""
    progress_text: str
    """Current activity of the running build, to display."""
    last_read_input_at: str
    """When a build last read its inputs."""
    last_updated_output_at: str
    """When a build last produced a result."""
    archived_at: str
    """When it was archived. Absent: it is in use."""
    cohort_name: str
    """Name of that cohort."""
    modeling_fields: List[str]
    """Fields to group people by: traits (with or without the prefix `fig/`), properties, streams, or features as outcomes name them. Absent: frequency, recency, tenure, value and products of purchases, and all traits."""
    number_of_clusters: int
    """Number of personas. Absent: the number that separates people best, usually three to eight."""
    explore: bool
    """Accepted without effect: there is no map."""
    personas: List[Persona]
    """Personas, largest first. Absent before the first build."""
    population_count: int
    """People who were grouped."""
    fields_used: List[str]
    """Features used for grouping."""
    candidates: List[PersonaSetCandidatesItem]
    """Numbers of personas that were tried, with their separation (silhouette)."""
    data_through: str
    """Cutoff for members and scores: just after the newest event."""


class PersonaSetMergePatch(TypedDict, total=False):
    """PersonaSetMergePatch"""
    name: Union[str, None]
    """Display name."""
    cohort: Union[str, None]
    """ID of the cohort, the same as cohort_id."""
    cohort_id: Union[str, None]
    """ID of the cohort whose members are grouped."""
    modeling_fields: Union[List[str], None]
    """Fields to group people by: traits (with or without the prefix `fig/`), properties, streams, or features as outcomes name them. Absent: frequency, recency, tenure, value and products of purchases, and all traits."""
    number_of_clusters: Union[int, None]
    """Number of personas. Absent: the number that separates people best, usually three to eight."""
    explore: Union[bool, None]
    """Accepted without effect: there is no map."""


class PersonaMergePatch(TypedDict, total=False):
    """PersonaMergePatch"""
    name: Union[str, None]
    """Display name."""


class _PersonaSetAnalysisDimensionsValueItemTraitsItemBinsItem1Required(TypedDict):
    """Required fields of PersonaSetAnalysisDimensionsValueItemTraitsItemBinsItem1."""
    data_type: Literal["number"]
    """Type of the values."""
    min: float
    """Lower bound, inclusive."""
    count: int
    """People in the bin."""
    percent: float
    """Share of the counts of all bins, 0 to 100."""


class PersonaSetAnalysisDimensionsValueItemTraitsItemBinsItem1(_PersonaSetAnalysisDimensionsValueItemTraitsItemBinsItem1Required, total=False):
    """PersonaSetAnalysisDimensionsValueItemTraitsItemBinsItem1"""
    max: float
    """Upper bound, exclusive. Absent: no upper bound."""


class PersonaSetAnalysisDimensionsValueItemTraitsItemBinsItem2(TypedDict):
    """PersonaSetAnalysisDimensionsValueItemTraitsItemBinsItem2"""
    data_type: Literal["text"]
    """Type of the values."""
    value: str
    """Value as written."""
    count: int
    """People with the value."""
    percent: float
    """Share of the counts of all bins, 0 to 100."""


class PersonaSetAnalysisDimensionsValueItemTraitsItem(TypedDict):
    """PersonaSetAnalysisDimensionsValueItemTraitsItem"""
    trait_name: str
    """Name of the trait or feature."""
    bins: List[Union[PersonaSetAnalysisDimensionsValueItemTraitsItemBinsItem1, PersonaSetAnalysisDimensionsValueItemTraitsItemBinsItem2]]
    """Distribution of the persona's people."""


class PersonaSetAnalysisDimensionsValueItem(TypedDict):
    """PersonaSetAnalysisDimensionsValueItem"""
    persona_id: str
    """ID of the persona."""
    traits: List[PersonaSetAnalysisDimensionsValueItemTraitsItem]
    """The traits and features used for grouping."""


PersonaSetAnalysisDimensions = List["PersonaSetAnalysisDimensionsValueItem"]


class PersonaSetAnalysisFlowValueItemDaysItem(TypedDict):
    """PersonaSetAnalysisFlowValueItemDaysItem"""
    date: str
    """Cutoff: the first instant after a month; for the last entry, data_through."""
    count: int
    """People in the persona at that cutoff."""


class PersonaSetAnalysisFlowValueItem(TypedDict):
    """PersonaSetAnalysisFlowValueItem"""
    persona_id: str
    """ID of the persona."""
    days: List[PersonaSetAnalysisFlowValueItemDaysItem]
    """The last 36 months, oldest first: the cohort's members at each cutoff, assigned to today's personas. For cohorts of more than 50,000 people, past months are estimated from a sample of about that size."""


PersonaSetAnalysisFlow = List["PersonaSetAnalysisFlowValueItem"]


class RecommenderPost(TypedDict):
    """RecommenderPost"""
    name: str
    """Display name."""
    stream_name: str
    """Name of a stream, in any case. All of its events must have dates."""
    stream_property_name: str
    """Event property whose values are recommended."""


class _RecommenderRequired(TypedDict):
    """Required fields of Recommender."""
    id: str
    """Assigned by the service and never reused."""
    resource_type: Literal["connections", "datasets", "people", "traits", "streams", "places", "cohorts", "outcomes", "persona_sets", "recommenders", "scopes", "targets", "replays"]
    """Type of the resource, as in its path."""
    name: str
    """Display name."""
    status: Literal["new", "starting", "running", "ready", "error"]
    """new: waits for its inputs; see waiting_for. starting: queued. running: being built. ready: up to date. error: the build failed; see status_error."""
    status_changed_at: str
    """When the status last changed."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When any field last changed."""
    last_updated_config_at: str
    """When its configuration last changed."""
    stream_name: str
    """Name of a stream, in any case. All of its events must have dates."""
    stream_property_name: str
    """Event property whose values are recommended."""


class Recommender(_RecommenderRequired, total=False):
    """Recommender"""
    status_error: str
    """Why the build failed and what to do, while the status is error."""
    waiting_for: str
    """Why the build waits, while the status is new or starting: an input that is not built, or a trouble of the server that the build outlasts."""
    progress: float
    """Completed share of the running build, 0 to 1."""
    progress_text: str
    """Current activity of the running build, to display."""
    last_read_input_at: str
    """When a build last read its inputs."""
    last_updated_output_at: str
    """When a build last produced a result."""
    archived_at: str
    """When it was archived. Absent: it is in use."""
    data_through: str
    """Cutoff: just after the newest event."""


class RecommenderMergePatch(TypedDict, total=False):
    """RecommenderMergePatch"""
    name: Union[str, None]
    """Display name."""
    stream_name: Union[str, None]
    """Name of a stream, in any case. All of its events must have dates."""
    stream_property_name: Union[str, None]
    """Event property whose values are recommended."""


class _VerdictRequired(TypedDict):
    """Required fields of Verdict."""
    decision: Literal["clearly_better", "slightly_better", "no_better", "too_little_data"]
    """Whether it is worth more than a simple rule: the best rule, or the most popular."""
    title: str
    """The decision in a few words."""
    text: str
    """The decision and its reason, as a sentence."""


class Verdict(_VerdictRequired, total=False):
    """Whether the model or the recommender is worth using."""
    code: str
    """Stable name of the sentence. Absent in older results, which have the sentence alone."""
    figures: Dict[str, Union[float, str, bool, None]]
    """The numbers, days and names in the sentence, by name."""


class RecommenderAnalysisCandidatesValueHitRate1(TypedDict):
    """Share of the tested people who took any of the first recommendation on their next visit."""
    value: float
    """The measured value."""
    low: float
    """Lower bound of the 95 % interval, for other people."""
    high: float
    """Upper bound of that interval."""


class RecommenderAnalysisCandidatesValueHitRate3(TypedDict):
    """Share of the tested people who took any of the first three recommendations on their next visit."""
    value: float
    """The measured value."""
    low: float
    """Lower bound of the 95 % interval, for other people."""
    high: float
    """Upper bound of that interval."""


class RecommenderAnalysisCandidatesValueHitRate10(TypedDict):
    """Share of the tested people who took any of the first ten recommendations on their next visit."""
    value: float
    """The measured value."""
    low: float
    """Lower bound of the 95 % interval, for other people."""
    high: float
    """Upper bound of that interval."""


class RecommenderAnalysisCandidatesValueMrr(TypedDict):
    """Mean reciprocal rank of the first correct recommendation; 0 if none of ten is correct."""
    value: float
    """The measured value."""
    low: float
    """Lower bound of the 95 % interval, for other people."""
    high: float
    """Upper bound of that interval."""


class RecommenderAnalysisCandidatesValueNdcg(TypedDict):
    """Discounted gain of all correct recommendations, relative to the best possible."""
    value: float
    """The measured value."""
    low: float
    """Lower bound of the 95 % interval, for other people."""
    high: float
    """Upper bound of that interval."""


class RecommenderAnalysisCandidatesValue(TypedDict):
    """RecommenderAnalysisCandidatesValue"""
    hit_rate_1: RecommenderAnalysisCandidatesValueHitRate1
    """Share of the tested people who took any of the first recommendation on their next visit."""
    hit_rate_3: RecommenderAnalysisCandidatesValueHitRate3
    """Share of the tested people who took any of the first three recommendations on their next visit."""
    hit_rate_10: RecommenderAnalysisCandidatesValueHitRate10
    """Share of the tested people who took any of the first ten recommendations on their next visit."""
    mrr: RecommenderAnalysisCandidatesValueMrr
    """Mean reciprocal rank of the first correct recommendation; 0 if none of ten is correct."""
    ndcg: RecommenderAnalysisCandidatesValueNdcg
    """Discounted gain of all correct recommendations, relative to the best possible."""


class RecommenderAnalysisBlendItemWeights(TypedDict):
    """Weights, which add up to 1."""
    popularity: float
    """Weight of popularity."""
    repeat: float
    """Weight of repeat."""
    next: float
    """Weight of next."""
    similar: float
    """Weight of similar."""


class RecommenderAnalysisBlendItem(TypedDict):
    """RecommenderAnalysisBlendItem"""
    visits: int
    """Applies to people with at least this many visits."""
    weights: RecommenderAnalysisBlendItemWeights
    """Weights, which add up to 1."""


class RecommenderAnalysisTest(TypedDict):
    """Test on the newest complete window: recommendations from earlier data, compared with what people took."""
    cutoff: str
    """Cutoff of the test: only earlier events are used."""
    horizon_days: int
    """Days within which people returned."""
    people: int
    """People known at the cutoff who returned within the horizon, at most 50,000."""


class RecommenderAnalysisCoverage(TypedDict):
    """How many people and items the recommendations cover."""
    people: int
    """People with recommendations of their own. Everyone else gets the popular items."""
    people_share: float
    """Their share of all known people, 0 to 1."""
    items: int
    """Distinct items that people took."""
    items_recommended: int
    """Distinct items among anyone's first ten recommendations."""


class RecommenderAnalysis(TypedDict):
    """RecommenderAnalysis"""
    verdict: Verdict
    used: Literal["popularity", "repeat", "next", "similar", "blend"]
    """The candidate in use: the simplest of those that the test cannot distinguish from the best. popularity: items most people took lately. repeat: items the person took before. next: items others took on the visit after one like the person's last. similar: items of people with the same items. blend: a weighted mix of all."""
    candidates: Dict[str, RecommenderAnalysisCandidatesValue]
    """Metrics by candidate, from simple to rich."""
    blend: List[RecommenderAnalysisBlendItem]
    """Weights of the blend's parts, by number of visits."""
    test: RecommenderAnalysisTest
    """Test on the newest complete window: recommendations from earlier data, compared with what people took."""
    coverage: RecommenderAnalysisCoverage
    """How many people and items the recommendations cover."""
    popular: List[str]
    """The most popular items lately, most popular first."""


class _CampaignRequired(TypedDict):
    """Required fields of Campaign."""
    contacted_at: str
    """When people were contacted: a day, from its beginning (UTC), or a time. Conversions count from then on, for one horizon."""


class Campaign(_CampaignRequired, total=False):
    """Campaign"""
    name: str
    """Name of the campaign."""
    top: int
    """Only so many of the likeliest people took part, in both groups together."""
    top_percent: float
    """Only this share of the likeliest people took part, in percent."""
    min_chance: float
    """Only people with at least this probability took part."""


class _HoldoutRequired(TypedDict):
    """Required fields of Holdout."""
    share: float
    """Share of the scored people to hold out. Another share moves as few people as possible."""


class Holdout(_HoldoutRequired, total=False):
    """Random share of people who are not to be contacted, so that the effect of a campaign can be measured. Adds a column to the payload."""
    by: Literal["pipeline", "account"]
    """pipeline (default): drawn for this pipeline, the same share in each decile of the score. account: drawn by the person alone, so that all pipelines with this value hold out the same people."""
    outcome_id: str
    """ID of the outcome whose deciles are drawn from, and whose conversions are compared. Absent: the first of the payload."""
    contacts_stream: str
    """Stream with an event for each contact, such as a sent mail. The effect on those really contacted is then measured as well."""
    campaigns: List[Campaign]
    """Campaigns to measure, each once its horizon is over."""


class _EconomicsRequired(TypedDict):
    """Required fields of Economics."""
    cost_per_contact: float
    """Cost of contacting one person, in any currency."""


class Economics(_EconomicsRequired, total=False):
    """What contacts cost and conversions or amounts are worth. Gives the number of people to contact, the expected profit, and columns that say whom, and what to expect of each person."""
    value_per_conversion: float
    """What one more person who reaches the goal is worth: the margin, in the same currency. Either this or margin."""
    margin: float
    """Share of what people spend that is left for you, 0 to 1. Each person is then worth this share of their expected amount, so the outcome needs a value with amounts, in the currency of the costs. Either this or value_per_conversion."""
    budget: float
    """The most to spend on contacts. Absent: no limit."""
    outcome_id: str
    """ID of the outcome to decide by. Absent: the first of the payload."""


class ScopePostPopulation(TypedDict, total=False):
    """People to score."""
    include: List[str]
    """IDs of the cohorts to score, the same as cohort_ids."""
    cohort_ids: List[str]
    """IDs of the cohorts to score; an empty list means everyone known."""
    exclusion_cohort_ids: List[str]
    """IDs of the cohorts to leave out."""


class ScopePostPayload(TypedDict, total=False):
    """Values to deliver for each person."""
    outcome_ids: List[str]
    """IDs of the outcomes."""
    cohort_ids: List[str]
    """IDs of cohorts; each adds a column that says whether the person is a member."""
    persona_set_ids: List[str]
    """IDs of persona sets; each adds a column with the name of the person's persona."""
    recommender_ids: List[str]
    """IDs of recommenders; each adds a column for each of the first ten recommendations."""
    attributes: List[str]
    """Names of traits; each adds a column. A prefix `fig/` is ignored; the column of such a name is empty if nobody has the trait, and the pipeline then has a warning."""
    explainability: bool
    """true: adds a column for each outcome with the reasons for a person's probability. It holds a JSON list of up to three reasons for and three against, strongest first, each with `feature`, `reason`, `value` (null if unknown), `effect` and `direction`. The effect is the change in log-odds from the population's average; together with the effects too small to list, the effects add up to the person's distance from that average. Reasons explain the model's output before any bias mitigation. They do not predict what happens if the value changes. For each outcome, the 100,000 most likely people get reasons."""


class _ScopePostRequired(TypedDict):
    """Required fields of ScopePost."""
    name: str
    """Display name."""
    population: ScopePostPopulation
    """People to score."""
    payload: ScopePostPayload
    """Values to deliver for each person."""


class ScopePost(_ScopePostRequired, total=False):
    """ScopePost"""
    holdout: Holdout
    economics: Economics
    preview: bool
    """true: the pipeline is not enabled yet, and its targets hold at most the first 1,000 rows."""


class PayloadColumn(TypedDict):
    """PayloadColumn"""
    name: str
    """Name with IDs."""
    human_name: str
    """Name with display names."""


class _ScopePopulationRequired(TypedDict):
    """Required fields of ScopePopulation."""
    cohort_ids: List[str]
    """IDs of the cohorts to score. An empty list means everyone known."""
    include: List[str]
    """The same as cohort_ids."""


class ScopePopulation(_ScopePopulationRequired, total=False):
    """People to score."""
    exclusion_cohort_ids: List[str]
    """IDs of the cohorts to leave out."""


class _ScopePayloadRequired(TypedDict):
    """Required fields of ScopePayload."""
    outcome_ids: List[str]
    """IDs of the outcomes."""


class ScopePayload(_ScopePayloadRequired, total=False):
    """Values to deliver for each person."""
    cohort_ids: List[str]
    """IDs of cohorts; each adds a column that says whether the person is a member."""
    persona_set_ids: List[str]
    """IDs of persona sets; each adds a column with the name of the person's persona."""
    recommender_ids: List[str]
    """IDs of recommenders; each adds a column for each of the first ten recommendations."""
    attributes: List[str]
    """Names of traits; each adds a column. A prefix `fig/` is ignored; the column of such a name is empty if nobody has the trait, and the pipeline then has a warning."""
    explainability: bool
    """true: adds a column for each outcome with the reasons for a person's probability. It holds a JSON list of up to three reasons for and three against, strongest first, each with `feature`, `reason`, `value` (null if unknown), `effect` and `direction`. The effect is the change in log-odds from the population's average; together with the effects too small to list, the effects add up to the person's distance from that average. Reasons explain the model's output before any bias mitigation. They do not predict what happens if the value changes. For each outcome, the 100,000 most likely people get reasons."""


class _ScopeColumnsColumnsForModeIdentifiedItemRequired(TypedDict):
    """Required fields of ScopeColumnsColumnsForModeIdentifiedItem."""
    scope_col: str
    """Name of the column here."""
    output_col: str
    """Name of the column in the file."""


class ScopeColumnsColumnsForModeIdentifiedItem(_ScopeColumnsColumnsForModeIdentifiedItemRequired, total=False):
    """ScopeColumnsColumnsForModeIdentifiedItem"""
    is_identity_col: bool
    """true: the column identifies the person."""
    aggregation: str
    """For areas: how people's values are combined."""


class _ScopeColumnsColumnsForModeHashedItemRequired(TypedDict):
    """Required fields of ScopeColumnsColumnsForModeHashedItem."""
    scope_col: str
    """Name of the column here."""
    output_col: str
    """Name of the column in the file."""


class ScopeColumnsColumnsForModeHashedItem(_ScopeColumnsColumnsForModeHashedItemRequired, total=False):
    """ScopeColumnsColumnsForModeHashedItem"""
    is_identity_col: bool
    """true: the column identifies the person."""
    aggregation: str
    """For areas: how people's values are combined."""


class _ScopeColumnsColumnsForModeAggregatedItemRequired(TypedDict):
    """Required fields of ScopeColumnsColumnsForModeAggregatedItem."""
    scope_col: str
    """Name of the column here."""
    output_col: str
    """Name of the column in the file."""


class ScopeColumnsColumnsForModeAggregatedItem(_ScopeColumnsColumnsForModeAggregatedItemRequired, total=False):
    """ScopeColumnsColumnsForModeAggregatedItem"""
    is_identity_col: bool
    """true: the column identifies the person."""
    aggregation: str
    """For areas: how people's values are combined."""


class _ScopeColumnsColumnsForModeReferencedItemRequired(TypedDict):
    """Required fields of ScopeColumnsColumnsForModeReferencedItem."""
    scope_col: str
    """Name of the column here."""
    output_col: str
    """Name of the column in the file."""


class ScopeColumnsColumnsForModeReferencedItem(_ScopeColumnsColumnsForModeReferencedItemRequired, total=False):
    """ScopeColumnsColumnsForModeReferencedItem"""
    is_identity_col: bool
    """true: the column identifies the person."""
    aggregation: str
    """For areas: how people's values are combined."""


class _ScopeColumnsColumnsForModeRequired(TypedDict):
    """Required fields of ScopeColumnsColumnsForMode."""
    identified: List[ScopeColumnsColumnsForModeIdentifiedItem]
    """Columns of the file, in order."""
    hashed: List[ScopeColumnsColumnsForModeHashedItem]
    """Columns of the file, in order."""
    aggregated: List[ScopeColumnsColumnsForModeAggregatedItem]
    """Columns of the file, in order."""


class ScopeColumnsColumnsForMode(_ScopeColumnsColumnsForModeRequired, total=False):
    """Default columns of a target in each mode."""
    referenced: List[ScopeColumnsColumnsForModeReferencedItem]
    """Columns of the file, in order."""


class ScopeColumns(TypedDict):
    """Columns available to the pipeline's targets."""
    identity_columns: List[str]
    """Columns that identify a person."""
    payload_columns: List[PayloadColumn]
    """Columns with the payload."""
    columns_for_mode: ScopeColumnsColumnsForMode
    """Default columns of a target in each mode."""


class _ScopeWarningsItemRequired(TypedDict):
    """Required fields of ScopeWarningsItem."""
    kind: Literal["leak", "shift", "quiet_stream", "question", "rate", "level"]
    """The kind of warning."""
    about: str
    """Name of the feature or stream; or attainment, eligible, feature_blocklist, attributes."""
    title: str
    """The kind in a few words."""
    note: str
    """What is wrong and what to do, as a sentence."""


class ScopeWarningsItem(_ScopeWarningsItemRequired, total=False):
    """ScopeWarningsItem"""
    outcome_id: str
    """ID of the outcome whose scores the warning is about. Absent if it is about the pipeline itself."""
    code: str
    """Stable name of the sentence. Absent in older results, which have the sentence alone."""
    figures: Dict[str, Union[float, str, bool, None]]
    """The numbers, days and names in the sentence, by name."""


class _ScopeRequired(TypedDict):
    """Required fields of Scope."""
    id: str
    """Assigned by the service and never reused."""
    resource_type: Literal["connections", "datasets", "people", "traits", "streams", "places", "cohorts", "outcomes", "persona_sets", "recommenders", "scopes", "targets", "replays"]
    """Type of the resource, as in its path."""
    name: str
    """Display name."""
    status: Literal["new", "starting", "running", "ready", "error"]
    """new: waits for its inputs; see waiting_for. starting: queued. running: being built. ready: up to date. error: the build failed; see status_error."""
    status_changed_at: str
    """When the status last changed."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When any field last changed."""
    last_updated_config_at: str
    """When its configuration last changed."""
    population: ScopePopulation
    """People to score."""
    payload: ScopePayload
    """Values to deliver for each person."""
    preview: bool
    """true: the pipeline is not enabled yet, and its targets hold at most the first 1,000 rows."""
    columns: ScopeColumns
    """Columns available to the pipeline's targets."""


class Scope(_ScopeRequired, total=False):
    """Scope"""
    status_error: str
    """Why the build failed and what to do, while the status is error."""
    waiting_for: str
    """Why the build waits, while the status is new or starting: an input that is not built, or a trouble of the server that the build outlasts."""
    progress: float
    """Completed share of the running build, 0 to 1."""
    progress_text: str
    """Current activity of the running build, to display."""
    last_read_input_at: str
    """When a build last read its inputs."""
    last_updated_output_at: str
    """When a build last produced a result."""
    archived_at: str
    """When it was archived. Absent: it is in use."""
    holdout: Holdout
    economics: Economics
    population_count: int
    """People in the population."""
    list_url: str
    """Link to the likeliest people as a CSV file, signed so that it needs no key, for some days. Add form, top and the other parameters of the download. Relative to the service where it has no public URL."""
    warnings: List[ScopeWarningsItem]
    """Possible reasons why the scores of these people are less accurate than the test of the outcome, and values of the payload that cannot be delivered."""
    data_through: str
    """Cutoff for members and scores: just after the newest event."""


class ScopeMergePatchPopulation(TypedDict, total=False):
    """People to score."""
    include: Union[List[str], None]
    """IDs of the cohorts to score, the same as cohort_ids."""
    cohort_ids: Union[List[str], None]
    """IDs of the cohorts to score; an empty list means everyone known."""
    exclusion_cohort_ids: Union[List[str], None]
    """IDs of the cohorts to leave out."""


class ScopeMergePatchPopulation2(TypedDict, total=False):
    """People to score."""
    include: Union[List[str], None]
    """IDs of the cohorts to score, the same as cohort_ids."""
    cohort_ids: Union[List[str], None]
    """IDs of the cohorts to score; an empty list means everyone known."""
    exclusion_cohort_ids: Union[List[str], None]
    """IDs of the cohorts to leave out."""


class ScopeMergePatchPayload(TypedDict, total=False):
    """Values to deliver for each person."""
    outcome_ids: Union[List[str], None]
    """IDs of the outcomes."""
    cohort_ids: Union[List[str], None]
    """IDs of cohorts; each adds a column that says whether the person is a member."""
    persona_set_ids: Union[List[str], None]
    """IDs of persona sets; each adds a column with the name of the person's persona."""
    recommender_ids: Union[List[str], None]
    """IDs of recommenders; each adds a column for each of the first ten recommendations."""
    attributes: Union[List[str], None]
    """Names of traits; each adds a column. A prefix `fig/` is ignored; the column of such a name is empty if nobody has the trait, and the pipeline then has a warning."""
    explainability: Union[bool, None]
    """true: adds a column for each outcome with the reasons for a person's probability. It holds a JSON list of up to three reasons for and three against, strongest first, each with `feature`, `reason`, `value` (null if unknown), `effect` and `direction`. The effect is the change in log-odds from the population's average; together with the effects too small to list, the effects add up to the person's distance from that average. Reasons explain the model's output before any bias mitigation. They do not predict what happens if the value changes. For each outcome, the 100,000 most likely people get reasons."""


class ScopeMergePatchPayload2(TypedDict, total=False):
    """Values to deliver for each person."""
    outcome_ids: Union[List[str], None]
    """IDs of the outcomes."""
    cohort_ids: Union[List[str], None]
    """IDs of cohorts; each adds a column that says whether the person is a member."""
    persona_set_ids: Union[List[str], None]
    """IDs of persona sets; each adds a column with the name of the person's persona."""
    recommender_ids: Union[List[str], None]
    """IDs of recommenders; each adds a column for each of the first ten recommendations."""
    attributes: Union[List[str], None]
    """Names of traits; each adds a column. A prefix `fig/` is ignored; the column of such a name is empty if nobody has the trait, and the pipeline then has a warning."""
    explainability: Union[bool, None]
    """true: adds a column for each outcome with the reasons for a person's probability. It holds a JSON list of up to three reasons for and three against, strongest first, each with `feature`, `reason`, `value` (null if unknown), `effect` and `direction`. The effect is the change in log-odds from the population's average; together with the effects too small to list, the effects add up to the person's distance from that average. Reasons explain the model's output before any bias mitigation. They do not predict what happens if the value changes. For each outcome, the 100,000 most likely people get reasons."""


class ScopeMergePatchHoldout(TypedDict, total=False):
    """Random share of people who are not to be contacted, so that the effect of a campaign can be measured. Adds a column to the payload."""
    share: Union[float, None]
    """Share of the scored people to hold out. Another share moves as few people as possible."""
    by: Literal["pipeline", "account", None]
    """pipeline (default): drawn for this pipeline, the same share in each decile of the score. account: drawn by the person alone, so that all pipelines with this value hold out the same people."""
    outcome_id: Union[str, None]
    """ID of the outcome whose deciles are drawn from, and whose conversions are compared. Absent: the first of the payload."""
    contacts_stream: Union[str, None]
    """Stream with an event for each contact, such as a sent mail. The effect on those really contacted is then measured as well."""
    campaigns: Union[List[Campaign], None]
    """Campaigns to measure, each once its horizon is over."""


class ScopeMergePatchHoldout2(TypedDict, total=False):
    """Random share of people who are not to be contacted, so that the effect of a campaign can be measured. Adds a column to the payload."""
    share: Union[float, None]
    """Share of the scored people to hold out. Another share moves as few people as possible."""
    by: Literal["pipeline", "account", None]
    """pipeline (default): drawn for this pipeline, the same share in each decile of the score. account: drawn by the person alone, so that all pipelines with this value hold out the same people."""
    outcome_id: Union[str, None]
    """ID of the outcome whose deciles are drawn from, and whose conversions are compared. Absent: the first of the payload."""
    contacts_stream: Union[str, None]
    """Stream with an event for each contact, such as a sent mail. The effect on those really contacted is then measured as well."""
    campaigns: Union[List[Campaign], None]
    """Campaigns to measure, each once its horizon is over."""


class ScopeMergePatchEconomics(TypedDict, total=False):
    """What contacts cost and conversions or amounts are worth. Gives the number of people to contact, the expected profit, and columns that say whom, and what to expect of each person."""
    cost_per_contact: Union[float, None]
    """Cost of contacting one person, in any currency."""
    value_per_conversion: Union[float, None]
    """What one more person who reaches the goal is worth: the margin, in the same currency. Either this or margin."""
    margin: Union[float, None]
    """Share of what people spend that is left for you, 0 to 1. Each person is then worth this share of their expected amount, so the outcome needs a value with amounts, in the currency of the costs. Either this or value_per_conversion."""
    budget: Union[float, None]
    """The most to spend on contacts. Absent: no limit."""
    outcome_id: Union[str, None]
    """ID of the outcome to decide by. Absent: the first of the payload."""


class ScopeMergePatchEconomics2(TypedDict, total=False):
    """What contacts cost and conversions or amounts are worth. Gives the number of people to contact, the expected profit, and columns that say whom, and what to expect of each person."""
    cost_per_contact: Union[float, None]
    """Cost of contacting one person, in any currency."""
    value_per_conversion: Union[float, None]
    """What one more person who reaches the goal is worth: the margin, in the same currency. Either this or margin."""
    margin: Union[float, None]
    """Share of what people spend that is left for you, 0 to 1. Each person is then worth this share of their expected amount, so the outcome needs a value with amounts, in the currency of the costs. Either this or value_per_conversion."""
    budget: Union[float, None]
    """The most to spend on contacts. Absent: no limit."""
    outcome_id: Union[str, None]
    """ID of the outcome to decide by. Absent: the first of the payload."""


class ScopeMergePatch(TypedDict, total=False):
    """ScopeMergePatch"""
    name: Union[str, None]
    """Display name."""
    population: Union[ScopeMergePatchPopulation, ScopeMergePatchPopulation2]
    """People to score."""
    payload: Union[ScopeMergePatchPayload, ScopeMergePatchPayload2]
    """Values to deliver for each person."""
    holdout: Union[ScopeMergePatchHoldout, ScopeMergePatchHoldout2]
    """Random share of people who are not to be contacted, so that the effect of a campaign can be measured. Adds a column to the payload."""
    economics: Union[ScopeMergePatchEconomics, ScopeMergePatchEconomics2]
    """What contacts cost and conversions or amounts are worth. Gives the number of people to contact, the expected profit, and columns that say whom, and what to expect of each person."""
    preview: Union[bool, None]
    """true: the pipeline is not enabled yet, and its targets hold at most the first 1,000 rows."""


class _ScopeAnalysisOutcomesItemHistogramItemRequired(TypedDict):
    """Required fields of ScopeAnalysisOutcomesItemHistogramItem."""
    min: float
    """Lower bound of the bin."""
    max: float
    """Upper bound of the bin."""
    count: int
    """Scored people in the bin."""


class ScopeAnalysisOutcomesItemHistogramItem(_ScopeAnalysisOutcomesItemHistogramItemRequired, total=False):
    """ScopeAnalysisOutcomesItemHistogramItem"""
    eligible_count: int
    """Eligible people in the bin, also those outside the population, estimated from a sample of at most 20,000 of these."""


class ScopeAnalysisOutcomesItemShiftFeaturesItem(TypedDict):
    """ScopeAnalysisOutcomesItemShiftFeaturesItem"""
    name: str
    """Machine name of the feature."""
    literate: str
    """Display name of the feature."""
    importance: float
    """Share of the importance of all features, 0 to 1."""
    index: float
    """Population stability index of the feature."""


class ScopeAnalysisOutcomesItemShift(TypedDict):
    """Drift: difference between the scored people and the training data, by the population stability index of the important features. 0 is no difference; above 0.25 is a warning, unless the tested people differed nearly as much. Absent if too few people are scored."""
    index: float
    """Mean over the features, weighted by importance."""
    features: List[ScopeAnalysisOutcomesItemShiftFeaturesItem]
    """Important features, largest index first."""


class ScopeAnalysisOutcomesItemValueAmount(TypedDict):
    """What people spend within the horizon, in the unit of the stream's values."""
    expected: float
    """Sum over the people."""
    expected_low: float
    """Lower bound of its 95 % interval."""
    expected_high: float
    """Upper bound of its 95 % interval."""


class ScopeAnalysisOutcomesItemValueCount(TypedDict):
    """How often people reach the goal within the horizon, in events."""
    expected: float
    """Sum over the people."""
    expected_low: float
    """Lower bound of its 95 % interval."""
    expected_high: float
    """Upper bound of its 95 % interval."""


class _ScopeAnalysisOutcomesItemValueRequired(TypedDict):
    """Required fields of ScopeAnalysisOutcomesItemValue."""
    headline: str
    """The expected total in plain English, to display."""


class ScopeAnalysisOutcomesItemValue(_ScopeAnalysisOutcomesItemValueRequired, total=False):
    """Expected totals of the scored people. Absent without `value` in the outcome."""
    amount: ScopeAnalysisOutcomesItemValueAmount
    """What people spend within the horizon, in the unit of the stream's values."""
    count: ScopeAnalysisOutcomesItemValueCount
    """How often people reach the goal within the horizon, in events."""
    spent: float
    """What the scored people have spent so far."""


class _ScopeAnalysisOutcomesItemHorizonsHorizonsItemRequired(TypedDict):
    """Required fields of ScopeAnalysisOutcomesItemHorizonsHorizonsItem."""
    days: int
    """Days of the horizon."""


class ScopeAnalysisOutcomesItemHorizonsHorizonsItem(_ScopeAnalysisOutcomesItemHorizonsHorizonsItemRequired, total=False):
    """ScopeAnalysisOutcomesItemHorizonsHorizonsItem"""
    expected: float
    """Expected number of the scored people who reach the goal within the horizon. Absent where the history is too short for it."""
    expected_low: float
    """Lower bound of the 95 % interval of that number."""
    expected_high: float
    """Upper bound of the 95 % interval of that number."""


class ScopeAnalysisOutcomesItemHorizons(TypedDict):
    """Expected numbers by horizon. Absent without `horizons` in the outcome."""
    horizons: List[ScopeAnalysisOutcomesItemHorizonsHorizonsItem]
    """Shortest first."""
    within_days: int
    """The longest horizon that is predicted."""
    dated: int
    """Scored people with an expected date."""
    unlikely: int
    """Scored people who are unlikely to reach the goal within `within_days`."""


class _ScopeAnalysisOutcomesItemRequired(TypedDict):
    """Required fields of ScopeAnalysisOutcomesItem."""
    outcome_id: str
    """ID of an outcome in the payload."""
    headline: str
    """The expected number in plain English, to display."""
    scored_count: int
    """People with a probability."""
    attained_count: int
    """People who have already attained."""
    not_eligible_count: int
    """People who are not in the eligible cohort."""
    expected: float
    """Expected number of people who attain: the sum of the probabilities."""
    histogram: List[ScopeAnalysisOutcomesItemHistogramItem]
    """People by probability, in 100 bins of equal width."""


class ScopeAnalysisOutcomesItem(_ScopeAnalysisOutcomesItemRequired, total=False):
    """ScopeAnalysisOutcomesItem"""
    outcome_name: str
    """Display name of the outcome."""
    eligible_count: int
    """All eligible people, also those outside the population."""
    expected_low: float
    """Lower bound of the 95 % interval of the number who attain. It allows for chance, and for errors in the level of all probabilities as large as in the past."""
    expected_high: float
    """Upper bound of the 95 % interval."""
    shift: ScopeAnalysisOutcomesItemShift
    """Drift: difference between the scored people and the training data, by the population stability index of the important features. 0 is no difference; above 0.25 is a warning, unless the tested people differed nearly as much. Absent if too few people are scored."""
    value: ScopeAnalysisOutcomesItemValue
    """Expected totals of the scored people. Absent without `value` in the outcome."""
    horizons: ScopeAnalysisOutcomesItemHorizons
    """Expected numbers by horizon. Absent without `horizons` in the outcome."""


class _ScopeAnalysisWarningsItemRequired(TypedDict):
    """Required fields of ScopeAnalysisWarningsItem."""
    kind: Literal["leak", "shift", "quiet_stream", "question", "rate", "level"]
    """The kind of warning."""
    about: str
    """Name of the feature or stream; or attainment, eligible, feature_blocklist, attributes."""
    title: str
    """The kind in a few words."""
    note: str
    """What is wrong and what to do, as a sentence."""


class ScopeAnalysisWarningsItem(_ScopeAnalysisWarningsItemRequired, total=False):
    """ScopeAnalysisWarningsItem"""
    outcome_id: str
    """ID of the outcome whose scores the warning is about. Absent if it is about the pipeline itself."""
    code: str
    """Stable name of the sentence. Absent in older results, which have the sentence alone."""
    figures: Dict[str, Union[float, str, bool, None]]
    """The numbers, days and names in the sentence, by name."""


class _ScopeAnalysisRequired(TypedDict):
    """Required fields of ScopeAnalysis."""
    population_count: int
    """People in the population."""
    outcomes: List[ScopeAnalysisOutcomesItem]
    """One entry for each outcome in the payload."""
    warnings: List[ScopeAnalysisWarningsItem]
    """Possible reasons why the scores of these people are less accurate than the test of the outcome, and values of the payload that cannot be delivered."""


class ScopeAnalysis(_ScopeAnalysisRequired, total=False):
    """ScopeAnalysis"""
    data_through: str
    """Cutoff of the scores."""


class Decile(TypedDict):
    """Decile"""
    people: int
    """People in the decile: about 10 % of those tested."""
    lowest: float
    """Lowest of their probabilities."""
    highest: float
    """Highest of their probabilities."""
    expected: float
    """Sum of their probabilities."""
    attained: int
    """Number of them who attained."""
    rate_low: float
    """Lower bound of the 95 % interval of the actual rate."""
    rate_high: float
    """Upper bound of the 95 % interval of the actual rate."""


class ValueDecile(TypedDict):
    """ValueDecile"""
    people: int
    """People in the decile: about 10 % of those tested."""
    expected: float
    """Sum of what people were expected to have."""
    observed: float
    """Sum of what they had."""


class ScopeEfficacyOutcomesItemObservedItemValueAmount(TypedDict):
    """What people spend within the horizon, in the unit of the stream's values."""
    headline: str
    """The comparison in plain English, to display."""
    expected: float
    """Sum over the people."""
    expected_low: float
    """Lower bound of its 95 % interval."""
    expected_high: float
    """Upper bound of its 95 % interval."""
    observed: float
    """Sum of what they had."""
    deciles: List[ValueDecile]
    """Highest expected values first."""


class ScopeEfficacyOutcomesItemObservedItemValueCount(TypedDict):
    """How often people reach the goal within the horizon, in events."""
    headline: str
    """The comparison in plain English, to display."""
    expected: float
    """Sum over the people."""
    expected_low: float
    """Lower bound of its 95 % interval."""
    expected_high: float
    """Upper bound of its 95 % interval."""
    observed: float
    """Sum of what they had."""
    deciles: List[ValueDecile]
    """Highest expected values first."""


class ScopeEfficacyOutcomesItemObservedItemValue(TypedDict, total=False):
    """Expected and actual amounts and counts of the same people. Absent where the scores had none: without `value` in the outcome, and of scores from before it."""
    amount: ScopeEfficacyOutcomesItemObservedItemValueAmount
    """What people spend within the horizon, in the unit of the stream's values."""
    count: ScopeEfficacyOutcomesItemObservedItemValueCount
    """How often people reach the goal within the horizon, in events."""


class _ScopeEfficacyOutcomesItemObservedItemRequired(TypedDict):
    """Required fields of ScopeEfficacyOutcomesItemObservedItem."""
    cutoff: str
    """Cutoff of the scores."""
    horizon_end: str
    """End of the horizon."""
    horizon_days: float
    """Horizon in days."""
    people: int
    """People who were scored."""
    headline: str
    """The comparison in plain English, to display."""
    left_out_count: int
    """Further scored people who no longer exist, or whose result is undecided."""
    expected: float
    """Expected number of people who attain: the sum of the probabilities."""
    attained: int
    """Actual number of people who attained."""
    deciles: List[Decile]
    """Deciles by the percentile at the time, highest first."""


class ScopeEfficacyOutcomesItemObservedItem(_ScopeEfficacyOutcomesItemObservedItemRequired, total=False):
    """ScopeEfficacyOutcomesItemObservedItem"""
    expected_low: float
    """Lower bound of the 95 % interval of the number who attain. It allows for chance, and for errors in the level of all probabilities as large as in the past."""
    expected_high: float
    """Upper bound of the 95 % interval."""
    value: ScopeEfficacyOutcomesItemObservedItemValue
    """Expected and actual amounts and counts of the same people. Absent where the scores had none: without `value` in the outcome, and of scores from before it."""


class ScopeEfficacyOutcomesItemWaitingItem(TypedDict):
    """ScopeEfficacyOutcomesItemWaitingItem"""
    cutoff: str
    """Cutoff of the scores."""
    horizon_end: str
    """End of the horizon."""
    horizon_days: float
    """Horizon in days."""
    people: int
    """People who were scored."""


class _ScopeEfficacyOutcomesItemRequired(TypedDict):
    """Required fields of ScopeEfficacyOutcomesItem."""
    outcome_id: str
    """ID of an outcome in the payload."""
    observed: List[ScopeEfficacyOutcomesItemObservedItem]
    """Scores whose horizon is over, newest first."""
    waiting: List[ScopeEfficacyOutcomesItemWaitingItem]
    """Scores whose horizon is not over, newest first."""


class ScopeEfficacyOutcomesItem(_ScopeEfficacyOutcomesItemRequired, total=False):
    """ScopeEfficacyOutcomesItem"""
    outcome_name: str
    """Display name of the outcome."""


class ScopeEfficacy(TypedDict):
    """ScopeEfficacy"""
    outcomes: List[ScopeEfficacyOutcomesItem]
    """One entry for each outcome in the payload."""


class _MeasuredCampaignContactRequired(TypedDict):
    """Required fields of MeasuredCampaignContact."""
    people: int
    """People of the group who took part."""
    attained: int
    """People who reached the goal within the horizon."""
    expected: float
    """Sum of their probabilities before the campaign."""
    left_out_count: int
    """Further people who no longer exist, or were merged with somebody of the other group."""


class MeasuredCampaignContact(_MeasuredCampaignContactRequired, total=False):
    """The people to contact, whoever of them really was."""
    amount: float
    """Sum of the values of their events. Absent without values."""
    contacted_count: int
    """People with an event in the stream of contacts."""


class _MeasuredCampaignHeldOutRequired(TypedDict):
    """Required fields of MeasuredCampaignHeldOut."""
    people: int
    """People of the group who took part."""
    attained: int
    """People who reached the goal within the horizon."""
    expected: float
    """Sum of their probabilities before the campaign."""
    left_out_count: int
    """Further people who no longer exist, or were merged with somebody of the other group."""


class MeasuredCampaignHeldOut(_MeasuredCampaignHeldOutRequired, total=False):
    """The people held out."""
    amount: float
    """Sum of the values of their events. Absent without values."""
    contacted_count: int
    """People with an event in the stream of contacts."""


class MeasuredCampaignConversionsPlainPerPerson(TypedDict):
    """For each person: a difference of rates, or of mean amounts."""
    value: float
    """Best estimate."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class MeasuredCampaignConversionsPlainTotal(TypedDict):
    """For all of them together."""
    value: float
    """Best estimate."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class MeasuredCampaignConversionsPlain(TypedDict):
    """Difference of the two groups alone."""
    per_person: MeasuredCampaignConversionsPlainPerPerson
    """For each person: a difference of rates, or of mean amounts."""
    total: MeasuredCampaignConversionsPlainTotal
    """For all of them together."""


class MeasuredCampaignConversionsAdjustedPerPerson(TypedDict):
    """For each person: a difference of rates, or of mean amounts."""
    value: float
    """Best estimate."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class MeasuredCampaignConversionsAdjustedTotal(TypedDict):
    """For all of them together."""
    value: float
    """Best estimate."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class MeasuredCampaignConversionsAdjusted(TypedDict):
    """Difference adjusted by the scores from before the campaign (Lin 2013), which narrows the interval. Absent with fewer than ten conversions in a group, and for amounts."""
    per_person: MeasuredCampaignConversionsAdjustedPerPerson
    """For each person: a difference of rates, or of mean amounts."""
    total: MeasuredCampaignConversionsAdjustedTotal
    """For all of them together."""


class MeasuredCampaignConversionsTreatedPerPerson(TypedDict):
    """For each person: a difference of rates, or of mean amounts."""
    value: float
    """Best estimate."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class MeasuredCampaignConversionsTreatedTotal(TypedDict):
    """For all of them together."""
    value: float
    """Best estimate."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class MeasuredCampaignConversionsTreated(TypedDict):
    """Effect on the people who were really contacted because of the campaign."""
    per_person: MeasuredCampaignConversionsTreatedPerPerson
    """For each person: a difference of rates, or of mean amounts."""
    total: MeasuredCampaignConversionsTreatedTotal
    """For all of them together."""


class MeasuredCampaignConversions(TypedDict, total=False):
    """Additional conversions of the people to contact."""
    plain: MeasuredCampaignConversionsPlain
    """Difference of the two groups alone."""
    adjusted: MeasuredCampaignConversionsAdjusted
    """Difference adjusted by the scores from before the campaign (Lin 2013), which narrows the interval. Absent with fewer than ten conversions in a group, and for amounts."""
    treated: MeasuredCampaignConversionsTreated
    """Effect on the people who were really contacted because of the campaign."""


class MeasuredCampaignAmountPlainPerPerson(TypedDict):
    """For each person: a difference of rates, or of mean amounts."""
    value: float
    """Best estimate."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class MeasuredCampaignAmountPlainTotal(TypedDict):
    """For all of them together."""
    value: float
    """Best estimate."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class MeasuredCampaignAmountPlain(TypedDict):
    """Difference of the two groups alone."""
    per_person: MeasuredCampaignAmountPlainPerPerson
    """For each person: a difference of rates, or of mean amounts."""
    total: MeasuredCampaignAmountPlainTotal
    """For all of them together."""


class MeasuredCampaignAmountAdjustedPerPerson(TypedDict):
    """For each person: a difference of rates, or of mean amounts."""
    value: float
    """Best estimate."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class MeasuredCampaignAmountAdjustedTotal(TypedDict):
    """For all of them together."""
    value: float
    """Best estimate."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class MeasuredCampaignAmountAdjusted(TypedDict):
    """Difference adjusted by the scores from before the campaign (Lin 2013), which narrows the interval. Absent with fewer than ten conversions in a group, and for amounts."""
    per_person: MeasuredCampaignAmountAdjustedPerPerson
    """For each person: a difference of rates, or of mean amounts."""
    total: MeasuredCampaignAmountAdjustedTotal
    """For all of them together."""


class MeasuredCampaignAmountTreatedPerPerson(TypedDict):
    """For each person: a difference of rates, or of mean amounts."""
    value: float
    """Best estimate."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class MeasuredCampaignAmountTreatedTotal(TypedDict):
    """For all of them together."""
    value: float
    """Best estimate."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class MeasuredCampaignAmountTreated(TypedDict):
    """Effect on the people who were really contacted because of the campaign."""
    per_person: MeasuredCampaignAmountTreatedPerPerson
    """For each person: a difference of rates, or of mean amounts."""
    total: MeasuredCampaignAmountTreatedTotal
    """For all of them together."""


class MeasuredCampaignAmount(TypedDict, total=False):
    """Additional amount of the people to contact. Absent without values."""
    plain: MeasuredCampaignAmountPlain
    """Difference of the two groups alone."""
    adjusted: MeasuredCampaignAmountAdjusted
    """Difference adjusted by the scores from before the campaign (Lin 2013), which narrows the interval. Absent with fewer than ten conversions in a group, and for amounts."""
    treated: MeasuredCampaignAmountTreated
    """Effect on the people who were really contacted because of the campaign."""


class MeasuredCampaignProfit(TypedDict):
    """Value of the additional conversions or, with a margin, of the additional amount, less the cost of the contacts. Absent without economics."""
    value: float
    """Best estimate."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class MeasuredCampaignDecilesItemContact(TypedDict):
    """People to contact."""
    people: int
    """People of the group in the decile."""
    attained: int
    """People who reached the goal."""


class MeasuredCampaignDecilesItemHeldOut(TypedDict):
    """People held out."""
    people: int
    """People of the group in the decile."""
    attained: int
    """People who reached the goal."""


class MeasuredCampaignDecilesItemPerPerson(TypedDict):
    """Difference of the rates."""
    value: float
    """Best estimate."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class _MeasuredCampaignDecilesItemRequired(TypedDict):
    """Required fields of MeasuredCampaignDecilesItem."""
    decile: int
    """1: the likeliest people."""
    contact: MeasuredCampaignDecilesItemContact
    """People to contact."""
    held_out: MeasuredCampaignDecilesItemHeldOut
    """People held out."""


class MeasuredCampaignDecilesItem(_MeasuredCampaignDecilesItemRequired, total=False):
    """MeasuredCampaignDecilesItem"""
    per_person: MeasuredCampaignDecilesItemPerPerson
    """Difference of the rates."""


class _MeasuredCampaignRequired(TypedDict):
    """Required fields of MeasuredCampaign."""
    contacted_at: str
    """When people were contacted: a day, from its beginning (UTC), or a time. Conversions count from then on, for one horizon."""
    status: Literal["waiting", "measured", "without"]
    """waiting: the horizon is not over. measured: it is. without: there are no scores with groups from before the campaign."""
    headline: str
    """The result in plain English, to display."""


class MeasuredCampaign(_MeasuredCampaignRequired, total=False):
    """MeasuredCampaign"""
    name: str
    """Name of the campaign."""
    top: int
    """Only so many of the likeliest people took part, in both groups together."""
    top_percent: float
    """Only this share of the likeliest people took part, in percent."""
    min_chance: float
    """Only people with at least this probability took part."""
    scored_as_of: str
    """Cutoff of the scores and groups from before the campaign."""
    horizon_end: str
    """End of the window in which conversions count."""
    effect: Literal["increase", "decrease", "none_seen"]
    """Whether the 95 % interval of the effect on conversions lies above zero, below, or includes it."""
    contact: MeasuredCampaignContact
    """The people to contact, whoever of them really was."""
    held_out: MeasuredCampaignHeldOut
    """The people held out."""
    conversions: MeasuredCampaignConversions
    """Additional conversions of the people to contact."""
    amount: MeasuredCampaignAmount
    """Additional amount of the people to contact. Absent without values."""
    profit: MeasuredCampaignProfit
    """Value of the additional conversions or, with a margin, of the additional amount, less the cost of the contacts. Absent without economics."""
    deciles: List[MeasuredCampaignDecilesItem]
    """By decile of the score from before the campaign, likeliest first."""


class ScopeHoldoutSharesItem(TypedDict):
    """ScopeHoldoutSharesItem"""
    share: float
    """Share of the scored people to hold out. Another share moves as few people as possible."""
    contact_count: int
    """People to contact."""
    held_out_count: int
    """People held out."""
    base_rate: float
    """Rate expected without a campaign, 0 to 1."""
    difference: float
    """Smallest difference of the two rates that is seen in 80 of 100 campaigns, at a level of 5 %."""
    conversions: float
    """The same as conversions of the people to contact."""


class ScopeHoldoutDetectable(TypedDict):
    """Smallest effect that can be seen with the share. Absent if none can."""
    share: float
    """Share of the scored people to hold out. Another share moves as few people as possible."""
    contact_count: int
    """People to contact."""
    held_out_count: int
    """People held out."""
    base_rate: float
    """Rate expected without a campaign, 0 to 1."""
    difference: float
    """Smallest difference of the two rates that is seen in 80 of 100 campaigns, at a level of 5 %."""
    conversions: float
    """The same as conversions of the people to contact."""


class _ScopeHoldoutRequired(TypedDict):
    """Required fields of ScopeHoldout."""
    outcome_id: str
    """ID of the outcome."""
    headline: str
    """Who is held out and the smallest effect that can be seen, in plain English, to display."""
    shares: List[ScopeHoldoutSharesItem]
    """The same for other shares, to choose one."""
    campaigns: List[MeasuredCampaign]
    """Campaigns of the holdout, the last of the configuration first."""


class ScopeHoldout(_ScopeHoldoutRequired, total=False):
    """ScopeHoldout"""
    outcome_name: str
    """Display name of the outcome."""
    share: float
    """Share of the scored people to hold out. Another share moves as few people as possible."""
    by: Literal["pipeline", "account"]
    """pipeline (default): drawn for this pipeline, the same share in each decile of the score. account: drawn by the person alone, so that all pipelines with this value hold out the same people."""
    horizon_days: float
    """Days from a campaign within which conversions count. Absent: static prediction."""
    contact_count: int
    """Scored people to contact."""
    held_out_count: int
    """Scored people held out."""
    detectable: ScopeHoldoutDetectable
    """Smallest effect that can be seen with the share. Absent if none can."""


SuggestedAnswer = TypedDict(
    "SuggestedAnswer",
    {
        "trait": "str",
        "column_name": "str",
        "is": "List[str]",
        "people": "int",
        "attained": "int",
    },
    total=False,
)


class PastRate(TypedDict):
    """PastRate"""
    days: int
    """Days of the horizon."""
    name: str
    """Name of the prediction with this horizon."""
    cutoff: str
    """The past day."""
    people: int
    """People who were eligible on that day."""
    attained: int
    """Number of them who reached the goal within the horizon."""


class _SuggestionRequired(TypedDict):
    """Required fields of Suggestion."""
    id: str
    """ID of the suggestion. The same streams always have the same suggestions."""
    kind: Literal["buys_again", "second_purchase", "goes_quiet", "leaves", "chooses", "does", "resembles"]
    """What it predicts: another event of the main stream, the second one, none for as long as the horizon, a cancellation, an event with one value of a property, or an event of another stream. resembles predicts nothing: it finds customers who are like those with the answer of a file without dates."""
    name: str
    """Name of the prediction with the proposed horizon."""
    question: str
    """What it asks, as a sentence."""
    goal: str
    """What people did who reached the goal."""
    people: int
    """People whom the prediction would score now."""
    horizons: List[PastRate]
    """What happened in the past, by horizon. Empty: the history is too short, or the suggestion is a likeness."""
    horizon_days: Union[int, None]
    """Proposed horizon. null: too few people have reached the goal, or too few have not; or a likeness, which has none."""
    is_learnable: bool
    """Whether at least 25 people have reached the goal, and 25 have not."""


class Suggestion(_SuggestionRequired, total=False):
    """Suggestion"""
    stream_name: str
    """Stream that makes people customers. Absent for resembles."""
    answer: SuggestedAnswer
    outcome_id: str
    """ID of the outcome that makes this prediction with the proposed horizon, if there is one."""


class _ChosenSuggestionRequired(TypedDict):
    """Required fields of ChosenSuggestion."""
    id: str
    """ID of the suggestion. The same streams always have the same suggestions."""


class ChosenSuggestion(_ChosenSuggestionRequired, total=False):
    """ChosenSuggestion"""
    horizon_days: int
    """Days within which people reach the goal. Absent: as proposed. Without effect for resembles."""


class SuggestionsPost(TypedDict):
    """SuggestionsPost"""
    suggestions: List[ChosenSuggestion]
    """Suggestions to create."""


class CreatedPrediction(TypedDict):
    """CreatedPrediction"""
    id: str
    """ID of the suggestion. The same streams always have the same suggestions."""
    outcome_id: str
    """ID of the prediction."""
    scope_id: str
    """ID of the pipeline that scores people with it."""
    cohort_ids: List[str]
    """Cohorts that define it."""


class _SampleShopRequired(TypedDict):
    """Required fields of SampleShop."""
    exists: bool
    """The account has the sample shop."""
    can_create: bool
    """The account has no datasets, so that the sample shop can be created."""
    resource_ids: List[str]
    """Resources that it consists of, in the order of their creation. Deleted ones stay listed."""


class SampleShop(_SampleShopRequired, total=False):
    """SampleShop"""
    created_at: str
    """When it was created."""


class GraphEdge(TypedDict):
    """GraphEdge"""
    upstream_id: str
    """ID of the resource that is read."""
    upstream_type: Literal["connections", "datasets", "people", "traits", "streams", "places", "cohorts", "outcomes", "persona_sets", "recommenders", "scopes", "targets"]
    """Type of the resource that is read."""
    upstream_literate: str
    """Display name."""
    upstream_status: Literal["new", "starting", "running", "ready", "error"]
    """Status of its build."""
    downstream_id: str
    """ID of the resource that reads it."""
    downstream_type: Literal["connections", "datasets", "people", "traits", "streams", "places", "cohorts", "outcomes", "persona_sets", "recommenders", "scopes", "targets"]
    """Type of the resource that reads it."""
    downstream_literate: str
    """Display name."""
    downstream_status: Literal["new", "starting", "running", "ready", "error"]
    """Status of its build."""


class _NoticeRequired(TypedDict):
    """Required fields of Notice."""
    id: str
    """ID of the resource, or of the e-mail in the outbox."""
    resource_type: Literal["connections", "datasets", "people", "traits", "streams", "places", "cohorts", "outcomes", "persona_sets", "recommenders", "scopes", "targets", "replays", "mail"]
    """Type of the resource as in its path, or mail."""
    name: str
    """Display name; for an e-mail, its subject."""
    status: Literal["new", "starting", "running", "ready", "error"]
    """As in the record. An e-mail is starting until the mail server accepts it (ready) or refuses it (error)."""


class Notice(_NoticeRequired, total=False):
    """Notice"""
    status_error: str
    """Why it failed and what to do."""
    waiting_for: str
    """Why it waits."""
    progress: float
    """Completed share of the running build, 0 to 1."""
    progress_text: str
    """Current activity of the running build, to display."""
    seconds_left: int
    """Estimated time until the build finishes: by the duration of the last build, or else by its progress. Absent if unknown."""
    last_updated_output_at: str
    """When a build last produced a result; for an e-mail, when it was sent."""
    archived_at: str
    """When it was archived. Absent: it is in use."""
    deleted: Literal[True]
    """The resource was deleted."""


class _WebhookEndpointPostRequired(TypedDict):
    """Required fields of WebhookEndpointPost."""
    url: str
    """Address that receives a POST and must answer with 2xx within 15 s. Redirects are not followed."""


class WebhookEndpointPost(_WebhookEndpointPostRequired, total=False):
    """WebhookEndpointPost"""
    description: str
    """Purpose of the endpoint."""
    enabled_events: List[Literal["resource.ready_with_update", "resource.errored"]]
    """Events to send. Absent: all."""
    enabled: bool
    """false: nothing is sent. Set it to true to start again after a failure."""


class _WebhookEndpointRequired(TypedDict):
    """Required fields of WebhookEndpoint."""
    id: str
    """Assigned by the service."""
    resource_type: Literal["webhook_endpoints"]
    """Type of the record."""
    url: str
    """Address that receives a POST and must answer with 2xx within 15 s. Redirects are not followed."""
    enabled_events: List[Literal["resource.ready_with_update", "resource.errored"]]
    """Events to send."""
    enabled: bool
    """false: nothing is sent. Set it to true to start again after a failure."""
    secret: str
    """Signing secret: whsec_ followed by the key in base64. Messages are signed with HMAC-SHA256 over `id.timestamp.body`."""
    status: Literal["ready", "error"]
    """error: the endpoint was disabled because it failed for too long."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it last changed."""


class WebhookEndpoint(_WebhookEndpointRequired, total=False):
    """WebhookEndpoint"""
    description: str
    """Purpose of the endpoint."""
    previous_secret_until: str
    """Until when the secret before the last rotation signs too. Absent: it was never rotated."""
    status_error: str
    """Why it was disabled."""
    failing_since: str
    """First attempt of the current series of failed deliveries. Absent: the last one worked."""


class WebhookEndpointMergePatch(TypedDict, total=False):
    """WebhookEndpointMergePatch"""
    url: Union[str, None]
    """Address that receives a POST and must answer with 2xx within 15 s. Redirects are not followed."""
    description: Union[str, None]
    """Purpose of the endpoint."""
    enabled_events: Union[List[Literal["resource.ready_with_update", "resource.errored"]], None]
    """Events to send. Absent: all."""
    enabled: Union[bool, None]
    """false: nothing is sent. Set it to true to start again after a failure."""


class _WebhookDeliveryRequired(TypedDict):
    """Required fields of WebhookDelivery."""
    id: str
    """Value of the header webhook-id, the same for every attempt."""
    type: Literal["resource.ready_with_update", "resource.errored", "webhook_endpoint.test"]
    """Event."""
    body: str
    """Body of the request."""
    state: Literal["waiting", "delivered", "failed"]
    """waiting: an attempt is due. failed: there are no more attempts."""
    attempts: int
    """Number of attempts so far."""
    created_at: str
    """When the event occurred."""


class WebhookDelivery(_WebhookDeliveryRequired, total=False):
    """WebhookDelivery"""
    response_status: int
    """HTTP status of the last attempt."""
    error: str
    """Why the last attempt failed."""
    last_attempt_at: str
    """When it was last sent."""
    next_attempt_at: str
    """When the next attempt is due."""


class _ConnectionOptionsPostRequired(TypedDict):
    """Required fields of ConnectionOptionsPost."""
    type: str
    """Type of the database or storage. Supported: postgres, mysql, redshift, snowflake, bigquery, s3, and with the same meaning aws_rds_postgres, aws_aurora_postgres, gcp_cloud_sql_postgres, mariadb, aws_rds_mysql, aws_aurora_mysql, gcp_cloud_sql_mysql, aws_redshift, aws_s3, gcs; answers have the type. Uploaded files need no connection."""


class ConnectionOptionsPost(_ConnectionOptionsPostRequired, total=False):
    """Server and credentials."""
    host: str
    """For postgres, redshift: Host name or address of the server, or the directory of its socket. For mysql: Host name or address of the server, or the path of its socket."""
    port: int
    """For postgres: Port. Default: 5432. For mysql: Port. Default: 3306. For redshift: Port. Default: 5439."""
    database: str
    """For postgres, mysql, redshift: Name of the database. For snowflake: Name of the database, in its exact spelling."""
    user: str
    """For postgres, mysql, redshift: User name to sign in with. For snowflake: Name of the user who has the public key."""
    sslmode: Literal["disable", "prefer", "require", "verify-full"]
    """For postgres, mysql, redshift: prefer (default): encrypt if the server can. require: always encrypt. verify-full: also verify the server's certificate."""
    schema: str
    """For postgres, redshift: Schema of the tables. Default: public. For snowflake: Schema of the tables, in its exact spelling. Default: PUBLIC."""
    account: str
    """For snowflake: Account identifier: organization and account name with a hyphen, or a locator with its region. The host is it with .snowflakecomputing.com."""
    warehouse: str
    """For snowflake: Warehouse that executes statements, in its exact spelling."""
    role: str
    """For snowflake: Role of the session, in its exact spelling. Absent: the user's default role."""
    project_id: str
    """For bigquery: ID of the project that has the dataset and pays for queries."""
    dataset: str
    """For bigquery: Name of the dataset of the tables."""
    location: str
    """For bigquery: Location of the jobs. Absent: that of the dataset."""
    client_email: str
    """For bigquery: E-mail address of the service account. It is taken from the credentials, whatever a request says."""
    bucket: str
    """For s3: Name of the bucket."""
    region: str
    """For s3: Region of the bucket. Default: us-east-1; for gcs: auto."""
    endpoint: str
    """For s3: Address of a server that is not Amazon's, such as https://storage.example.com; its buckets are addressed by path. Default: Amazon S3; for gcs: https://storage.googleapis.com."""
    prefix: str
    """For s3: Directory of the bucket. Datasets read below it, and targets write below it. Absent: the whole bucket."""
    access_key_id: str
    """For s3: ID of the access key; for gcs: of an HMAC key."""
    password: str
    """For postgres, mysql, redshift: Password. It is stored encrypted and never shown again."""
    private_key: str
    """For snowflake: RSA private key of the user in PEM form, without a passphrase. It is stored encrypted and never shown again."""
    credentials: str
    """For bigquery: JSON of a key of a service account, as Google Cloud gives it. It is stored encrypted and never shown again."""
    secret_access_key: str
    """For s3: Secret of the access key. It is stored encrypted and never shown again."""
    instance_connection_name: str
    """For gcp_cloud_sql_postgres and gcp_cloud_sql_mysql without host: the instance, whose socket the Cloud SQL proxy puts below /cloudsql."""


class ConnectionPost(TypedDict):
    """ConnectionPost"""
    name: str
    """Display name."""
    options: ConnectionOptionsPost


class PostgresOptions(TypedDict):
    """PostgresOptions"""
    type: Literal["postgres"]
    """Type of the database."""
    host: str
    """Host name or address of the server, or the directory of its socket."""
    port: int
    """Port. Default: 5432."""
    database: str
    """Name of the database."""
    user: str
    """User name to sign in with."""
    sslmode: Literal["disable", "prefer", "require", "verify-full"]
    """prefer (default): encrypt if the server can. require: always encrypt. verify-full: also verify the server's certificate."""
    schema: str
    """Schema of the tables. Default: public."""


class MysqlOptions(TypedDict):
    """MysqlOptions"""
    type: Literal["mysql"]
    """Type of the database."""
    host: str
    """Host name or address of the server, or the path of its socket."""
    port: int
    """Port. Default: 3306."""
    database: str
    """Name of the database."""
    user: str
    """User name to sign in with."""
    sslmode: Literal["disable", "prefer", "require", "verify-full"]
    """prefer (default): encrypt if the server can. require: always encrypt. verify-full: also verify the server's certificate."""


class RedshiftOptions(TypedDict):
    """RedshiftOptions"""
    type: Literal["redshift"]
    """Type of the database."""
    host: str
    """Host name or address of the server, or the directory of its socket."""
    port: int
    """Port. Default: 5439."""
    database: str
    """Name of the database."""
    user: str
    """User name to sign in with."""
    sslmode: Literal["disable", "prefer", "require", "verify-full"]
    """prefer (default): encrypt if the server can. require: always encrypt. verify-full: also verify the server's certificate."""
    schema: str
    """Schema of the tables. Default: public."""


class _SnowflakeOptionsRequired(TypedDict):
    """Required fields of SnowflakeOptions."""
    type: Literal["snowflake"]
    """Type of the database."""
    account: str
    """Account identifier: organization and account name with a hyphen, or a locator with its region. The host is it with .snowflakecomputing.com."""
    user: str
    """Name of the user who has the public key."""
    warehouse: str
    """Warehouse that executes statements, in its exact spelling."""
    database: str
    """Name of the database, in its exact spelling."""
    schema: str
    """Schema of the tables, in its exact spelling. Default: PUBLIC."""


class SnowflakeOptions(_SnowflakeOptionsRequired, total=False):
    """SnowflakeOptions"""
    role: str
    """Role of the session, in its exact spelling. Absent: the user's default role."""


class _BigqueryOptionsRequired(TypedDict):
    """Required fields of BigqueryOptions."""
    type: Literal["bigquery"]
    """Type of the database."""
    project_id: str
    """ID of the project that has the dataset and pays for queries."""
    dataset: str
    """Name of the dataset of the tables."""


class BigqueryOptions(_BigqueryOptionsRequired, total=False):
    """BigqueryOptions"""
    location: str
    """Location of the jobs. Absent: that of the dataset."""
    client_email: str
    """E-mail address of the service account. It is taken from the credentials, whatever a request says."""


class _S3OptionsRequired(TypedDict):
    """Required fields of S3Options."""
    type: Literal["s3"]
    """Type of the storage."""
    bucket: str
    """Name of the bucket."""
    region: str
    """Region of the bucket. Default: us-east-1; for gcs: auto."""
    access_key_id: str
    """ID of the access key; for gcs: of an HMAC key."""


class S3Options(_S3OptionsRequired, total=False):
    """S3Options"""
    endpoint: str
    """Address of a server that is not Amazon's, such as https://storage.example.com; its buckets are addressed by path. Default: Amazon S3; for gcs: https://storage.googleapis.com."""
    prefix: str
    """Directory of the bucket. Datasets read below it, and targets write below it. Absent: the whole bucket."""


ConnectionOptions = Union["PostgresOptions", "MysqlOptions", "RedshiftOptions", "SnowflakeOptions", "BigqueryOptions", "S3Options"]


class ContentsRow(TypedDict):
    """ContentsRow"""
    name: str
    """Name of a table or view; of a bucket, a directory, which ends in /, or a file."""


class _ConnectionRequired(TypedDict):
    """Required fields of Connection."""
    id: str
    """Assigned by the service and never reused."""
    resource_type: Literal["connections", "datasets", "people", "traits", "streams", "places", "cohorts", "outcomes", "persona_sets", "recommenders", "scopes", "targets", "replays"]
    """Type of the resource, as in its path."""
    name: str
    """Display name."""
    status: Literal["new", "starting", "running", "ready", "error"]
    """new: waits for its inputs; see waiting_for. starting: queued. running: being built. ready: up to date. error: the build failed; see status_error."""
    status_changed_at: str
    """When the status last changed."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When any field last changed."""
    last_updated_config_at: str
    """When its configuration last changed."""
    options: ConnectionOptions
    directionality: Literal["bidirectional"]
    """Datasets can read from it, and targets can write to it."""
    managed: bool
    """Always false: its owner configures it."""


class Connection(_ConnectionRequired, total=False):
    """Connection"""
    status_error: str
    """Why the build failed and what to do, while the status is error."""
    waiting_for: str
    """Why the build waits, while the status is new or starting: an input that is not built, or a trouble of the server that the build outlasts."""
    progress: float
    """Completed share of the running build, 0 to 1."""
    progress_text: str
    """Current activity of the running build, to display."""
    last_read_input_at: str
    """When a build last read its inputs."""
    last_updated_output_at: str
    """When a build last produced a result."""
    archived_at: str
    """When it was archived. Absent: it is in use."""
    contents: List[ContentsRow]
    """Tables and views, or directories and files, found by the last build."""
    contents_error: str
    """Why the connection failed."""


class ConnectionMergePatchOptions(TypedDict, total=False):
    """Server and credentials."""
    type: Union[str, None]
    """Type of the database or storage. Supported: postgres, mysql, redshift, snowflake, bigquery, s3, and with the same meaning aws_rds_postgres, aws_aurora_postgres, gcp_cloud_sql_postgres, mariadb, aws_rds_mysql, aws_aurora_mysql, gcp_cloud_sql_mysql, aws_redshift, aws_s3, gcs; answers have the type. Uploaded files need no connection."""
    host: Union[str, None]
    """For postgres, redshift: Host name or address of the server, or the directory of its socket. For mysql: Host name or address of the server, or the path of its socket."""
    port: Union[int, None]
    """For postgres: Port. Default: 5432. For mysql: Port. Default: 3306. For redshift: Port. Default: 5439."""
    database: Union[str, None]
    """For postgres, mysql, redshift: Name of the database. For snowflake: Name of the database, in its exact spelling."""
    user: Union[str, None]
    """For postgres, mysql, redshift: User name to sign in with. For snowflake: Name of the user who has the public key."""
    sslmode: Literal["disable", "prefer", "require", "verify-full", None]
    """For postgres, mysql, redshift: prefer (default): encrypt if the server can. require: always encrypt. verify-full: also verify the server's certificate."""
    schema: Union[str, None]
    """For postgres, redshift: Schema of the tables. Default: public. For snowflake: Schema of the tables, in its exact spelling. Default: PUBLIC."""
    account: Union[str, None]
    """For snowflake: Account identifier: organization and account name with a hyphen, or a locator with its region. The host is it with .snowflakecomputing.com."""
    warehouse: Union[str, None]
    """For snowflake: Warehouse that executes statements, in its exact spelling."""
    role: Union[str, None]
    """For snowflake: Role of the session, in its exact spelling. Absent: the user's default role."""
    project_id: Union[str, None]
    """For bigquery: ID of the project that has the dataset and pays for queries."""
    dataset: Union[str, None]
    """For bigquery: Name of the dataset of the tables."""
    location: Union[str, None]
    """For bigquery: Location of the jobs. Absent: that of the dataset."""
    client_email: Union[str, None]
    """For bigquery: E-mail address of the service account. It is taken from the credentials, whatever a request says."""
    bucket: Union[str, None]
    """For s3: Name of the bucket."""
    region: Union[str, None]
    """For s3: Region of the bucket. Default: us-east-1; for gcs: auto."""
    endpoint: Union[str, None]
    """For s3: Address of a server that is not Amazon's, such as https://storage.example.com; its buckets are addressed by path. Default: Amazon S3; for gcs: https://storage.googleapis.com."""
    prefix: Union[str, None]
    """For s3: Directory of the bucket. Datasets read below it, and targets write below it. Absent: the whole bucket."""
    access_key_id: Union[str, None]
    """For s3: ID of the access key; for gcs: of an HMAC key."""
    password: Union[str, None]
    """For postgres, mysql, redshift: Password. It is stored encrypted and never shown again."""
    private_key: Union[str, None]
    """For snowflake: RSA private key of the user in PEM form, without a passphrase. It is stored encrypted and never shown again."""
    credentials: Union[str, None]
    """For bigquery: JSON of a key of a service account, as Google Cloud gives it. It is stored encrypted and never shown again."""
    secret_access_key: Union[str, None]
    """For s3: Secret of the access key. It is stored encrypted and never shown again."""
    instance_connection_name: Union[str, None]
    """For gcp_cloud_sql_postgres and gcp_cloud_sql_mysql without host: the instance, whose socket the Cloud SQL proxy puts below /cloudsql."""


class ConnectionMergePatchOptions2(TypedDict, total=False):
    """Server and credentials."""
    type: Union[str, None]
    """Type of the database or storage. Supported: postgres, mysql, redshift, snowflake, bigquery, s3, and with the same meaning aws_rds_postgres, aws_aurora_postgres, gcp_cloud_sql_postgres, mariadb, aws_rds_mysql, aws_aurora_mysql, gcp_cloud_sql_mysql, aws_redshift, aws_s3, gcs; answers have the type. Uploaded files need no connection."""
    host: Union[str, None]
    """For postgres, redshift: Host name or address of the server, or the directory of its socket. For mysql: Host name or address of the server, or the path of its socket."""
    port: Union[int, None]
    """For postgres: Port. Default: 5432. For mysql: Port. Default: 3306. For redshift: Port. Default: 5439."""
    database: Union[str, None]
    """For postgres, mysql, redshift: Name of the database. For snowflake: Name of the database, in its exact spelling."""
    user: Union[str, None]
    """For postgres, mysql, redshift: User name to sign in with. For snowflake: Name of the user who has the public key."""
    sslmode: Literal["disable", "prefer", "require", "verify-full", None]
    """For postgres, mysql, redshift: prefer (default): encrypt if the server can. require: always encrypt. verify-full: also verify the server's certificate."""
    schema: Union[str, None]
    """For postgres, redshift: Schema of the tables. Default: public. For snowflake: Schema of the tables, in its exact spelling. Default: PUBLIC."""
    account: Union[str, None]
    """For snowflake: Account identifier: organization and account name with a hyphen, or a locator with its region. The host is it with .snowflakecomputing.com."""
    warehouse: Union[str, None]
    """For snowflake: Warehouse that executes statements, in its exact spelling."""
    role: Union[str, None]
    """For snowflake: Role of the session, in its exact spelling. Absent: the user's default role."""
    project_id: Union[str, None]
    """For bigquery: ID of the project that has the dataset and pays for queries."""
    dataset: Union[str, None]
    """For bigquery: Name of the dataset of the tables."""
    location: Union[str, None]
    """For bigquery: Location of the jobs. Absent: that of the dataset."""
    client_email: Union[str, None]
    """For bigquery: E-mail address of the service account. It is taken from the credentials, whatever a request says."""
    bucket: Union[str, None]
    """For s3: Name of the bucket."""
    region: Union[str, None]
    """For s3: Region of the bucket. Default: us-east-1; for gcs: auto."""
    endpoint: Union[str, None]
    """For s3: Address of a server that is not Amazon's, such as https://storage.example.com; its buckets are addressed by path. Default: Amazon S3; for gcs: https://storage.googleapis.com."""
    prefix: Union[str, None]
    """For s3: Directory of the bucket. Datasets read below it, and targets write below it. Absent: the whole bucket."""
    access_key_id: Union[str, None]
    """For s3: ID of the access key; for gcs: of an HMAC key."""
    password: Union[str, None]
    """For postgres, mysql, redshift: Password. It is stored encrypted and never shown again."""
    private_key: Union[str, None]
    """For snowflake: RSA private key of the user in PEM form, without a passphrase. It is stored encrypted and never shown again."""
    credentials: Union[str, None]
    """For bigquery: JSON of a key of a service account, as Google Cloud gives it. It is stored encrypted and never shown again."""
    secret_access_key: Union[str, None]
    """For s3: Secret of the access key. It is stored encrypted and never shown again."""
    instance_connection_name: Union[str, None]
    """For gcp_cloud_sql_postgres and gcp_cloud_sql_mysql without host: the instance, whose socket the Cloud SQL proxy puts below /cloudsql."""


class ConnectionMergePatch(TypedDict, total=False):
    """ConnectionMergePatch"""
    name: Union[str, None]
    """Display name."""
    options: Union[ConnectionMergePatchOptions, ConnectionMergePatchOptions2]
    """Server and credentials."""


class Reference(TypedDict):
    """For mode referenced: the key that identifies people."""
    dataset_id: str
    """ID of the dataset with the key."""
    column_name: str
    """One of the dataset's reference_key_columns."""


class _OutcomeBoundsRequired(TypedDict):
    """Required fields of OutcomeBounds."""
    outcome_id: str
    """ID of an outcome of the pipeline."""


class OutcomeBounds(_OutcomeBoundsRequired, total=False):
    """OutcomeBounds"""
    _eq: float
    """Equals this value."""
    _gt: float
    """Greater than this value."""
    _gte: float
    """Greater than or equal to this value."""
    _lt: float
    """Less than this value."""
    _lte: float
    """Less than or equal to this value."""
    _null: bool
    """true: rows without a value, which otherwise never match."""
    _nnull: bool
    """true: rows with a value."""


class CohortMembershipFilter(TypedDict):
    """CohortMembershipFilter"""
    cohort_id: str
    """ID of a cohort."""
    _eq: bool
    """true: members. false: everyone else."""


class ContactFilter(TypedDict):
    """ContactFilter"""
    _eq: bool
    """true: people to contact. false: everyone else."""


class HoldoutFilter(TypedDict):
    """HoldoutFilter"""
    _eq: Literal["contact", "held_out"]
    """contact: people to contact. held_out: people who are held out."""


class _TraitFilterRequired(TypedDict):
    """Required fields of TraitFilter."""
    name: str
    """Name of a trait, which need not be in the payload."""


class TraitFilter(_TraitFilterRequired, total=False):
    """TraitFilter"""
    _eq: Union[str, float, bool]
    """Equals this value."""
    _neq: Union[str, float, bool]
    """Differs from this value."""
    _gt: Union[str, float, bool]
    """Greater than this value; for dates, later."""
    _gte: Union[str, float, bool]
    """Greater than or equal to this value."""
    _lt: Union[str, float, bool]
    """Less than this value; for dates, earlier."""
    _lte: Union[str, float, bool]
    """Less than or equal to this value."""
    _in: List[Union[str, float, bool]]
    """Equals one of these values."""
    _nin: List[Union[str, float, bool]]
    """Equals none of these values."""
    _null: bool
    """true: rows without a value, which otherwise never match."""
    _nnull: bool
    """true: rows with a value."""
    _matches: str
    """RE2 regular expression that matches anywhere in the value."""


class _TargetLimitRequired(TypedDict):
    """Required fields of TargetLimit."""
    method: Literal["row_count", "percentile"]
    """row_count: a maximum number of rows. percentile: a range of percentiles."""


class TargetLimit(_TargetLimitRequired, total=False):
    """Limit on the number of rows."""
    threshold: int
    """For row_count: maximum number of rows."""
    outcome_id: str
    """ID of the outcome that orders the rows. Absent: the first outcome of the payload."""
    direction: Literal["ascending", "descending"]
    """For row_count. Default: descending."""
    percentile_min: int
    """For percentile: lowest percentile to deliver."""
    percentile_max: int
    """For percentile: highest percentile to deliver."""


class _StructureColumnRequired(TypedDict):
    """Required fields of StructureColumn."""
    scope_col: str
    """Column of the scope, by its machine name or its display name. Files of people and records can have person_id and household_id."""
    output_col: str
    """Name of the column in the file."""


class StructureColumn(_StructureColumnRequired, total=False):
    """StructureColumn"""
    is_identity_col: bool
    """true: the column identifies the person."""
    aggregation: Literal["avg", "count"]
    """For areas: the mean, or the number of people with a value or of members."""


class _TargetRepresentationRequired(TypedDict):
    """Required fields of TargetRepresentation."""
    mode: Literal["identified", "hashed", "referenced", "aggregated"]
    """`identified`: one row per person, with names and addresses in clear text. `hashed`: one row per spelling of a person, with SHA-256 hashes of normalized fields, in the order of the hashes; without probabilities, traits and explanations, and with the first recommendation only. `referenced`: one row per person, identified by a key of yours (the earliest if there are several); people without a key are left out. `aggregated`: one row per area with its number of people and their means; areas with fewer than 10 people are left out."""


class TargetRepresentation(_TargetRepresentationRequired, total=False):
    """Form of a row."""
    aggregate: Literal["person", "residence", "record", "postcode", "state"]
    """For mode identified: person (default); residence, one row per normalized address, shown as its most likely member with the highest probability and percentile of any member, without people who have no address; or record, a crosswalk with one row per record and key: dataset, key, person_id, household_id and match_probability. For mode aggregated: postcode or state."""
    reference: Reference
    transform_preset: Literal["default", "facebook", "google_ads", "spreadsheet", "klaviyo", "mailchimp"]
    """For mode hashed: the upload form of an ad platform, with its columns and spellings and without the payload. facebook: customer list of Meta. google_ads: Customer Match. The country is that of the account. For mode identified with aggregate person: a list of the people with a probability, likeliest first, for one outcome: that of the limit, or the first. spreadsheet: readable columns with reasons, safe to open in Excel. klaviyo, mailchimp: the columns that their import maps by itself. default, for every mode: our own form."""


class _TargetOptionsRequired(TypedDict):
    """Required fields of TargetOptions."""
    type: Literal["hosted_csv", "lookup_api", "postgres", "mysql", "redshift", "snowflake", "bigquery", "s3", "spark_table"]
    """hosted_csv: a file that is kept up to date. lookup_api: an address that answers for one person. A type of database: a table behind a connection of that type. s3: the same file as hosted_csv, which is also written to the bucket of a connection. spark_table: a table of a lake, written by the service's cluster."""
    output_url: str
    """Link to the file, signed so that it needs no key, for some days; for a lookup, the address to POST to, which needs a key. Relative to the service where it has no public URL."""


class TargetOptions(_TargetOptionsRequired, total=False):
    """Type of the target, its format and its location."""
    table_name: str
    """For databases: a table of its own in the connection's schema, database or dataset. Each build replaces it completely, in one transaction or step. postgres: of 63 characters at most; column names are cut to 63 bytes. mysql: of 64 characters at most, to which column names are cut too. redshift: of 127 characters at most; names are in lower case. For type spark_table: a table of its own in the lake, with dots between the parts of its name, which the account may write. Each build replaces it completely."""
    merge_by: List[str]
    """For databases: columns of the output whose values make a row unique, such as person_id. With them, only rows that are new, changed or gone are written, in one step for readers; in PostgreSQL they are the table's primary key. Absent: all rows are replaced."""
    key: str
    """For type s3: the object that is written, below the directory of the connection. {date} stands for the day of the build in UTC, such as 2026-03-01, so that each day has a file of its own. It is written again when its bytes change; readers see the old object or the new one."""
    table_format: Literal["delta", "iceberg"]
    """For type spark_table: the format of the table. Default: delta."""
    format: Literal["csv", "parquet"]
    """Format of the hosted file. csv, the default. parquet: columns with types, compressed, for programs and data warehouses; without a transform_preset, and without delimiter, gzip, quote_all, escape_formulas and locale."""
    delimiter: str
    """Delimiter between values. Default: a comma."""
    gzip: bool
    """true: compress the file."""
    quote_all: bool
    """true: quote all values, even those that need no quotes."""
    escape_formulas: bool
    """true: texts that a spreadsheet would execute, such as =1+1, start with an apostrophe. Numbers and telephone numbers stay as they are. Default: the value of human_readable; true for lists."""
    locale: Literal["en", "de", "es", "fr", "it", "nl", "pl", "pt", "sv"]
    """Language of the spreadsheet that opens the file. en, the default: decimal points. All others: decimal commas, and semicolons between values unless delimiter is given."""
    track_changes: bool
    """true: GET /targets/{id}/changes.csv has the rows that were added, changed or removed since any of the last 10 files. For representations with one row per person: identified with aggregate person, and referenced. The file is the same without it; its rows take about twice the space."""
    standing_link: bool
    """true: output_url works without a key until it is revoked, for jobs that fetch the file on a schedule. false, the default: each read of the target gives a link that ends after some days (BELLWETHER_LINK_DAYS)."""


class _TargetFilterRecommenderRankItemRequired(TypedDict):
    """Required fields of TargetFilterRecommenderRankItem."""
    recommender_id: str
    """ID of a recommender of the pipeline."""


class TargetFilterRecommenderRankItem(_TargetFilterRecommenderRankItemRequired, total=False):
    """Bounds of the delivered ranks. Columns of other ranks are not in the file, and people without a recommendation in these ranks are left out."""
    _eq: float
    """This rank, from 1 to 10."""
    _gt: float
    """Ranks after this one."""
    _gte: float
    """This rank and later ones."""
    _lt: float
    """Ranks before this one."""
    _lte: float
    """This rank and earlier ones."""
    _null: bool
    """true: people without any of the ranks."""
    _nnull: bool
    """true (default): people with any of the ranks."""


class TargetFilterPersonaItem(TypedDict):
    """TargetFilterPersonaItem"""
    persona_set_id: str
    """ID of a persona set, which need not be in the payload."""
    persona_id: str
    """ID of one of its personas."""
    _eq: bool
    """true: people in the persona. false: people in other personas or in none."""


class TargetFilter(TypedDict, total=False):
    """Conditions on the people to deliver, all of which must hold."""
    outcome_probability: List[OutcomeBounds]
    """Bounds of the probability."""
    outcome_percentile: List[OutcomeBounds]
    """Bounds of the percentile."""
    cohort_membership: List[CohortMembershipFilter]
    """Conditions on membership in cohorts."""
    recommender_rank: List[TargetFilterRecommenderRankItem]
    """Ranks of recommenders to deliver."""
    persona: List[TargetFilterPersonaItem]
    """Conditions on personas."""
    contact: List[ContactFilter]
    """Conditions on whom to contact by the pipeline's economics."""
    holdout: List[HoldoutFilter]
    """Conditions on the group of the pipeline's holdout. Absent: both groups, but lists for people, mail programs and ad platforms leave out who is held out."""
    trait: List[TraitFilter]
    """Conditions on traits."""


class _TargetRequired(TypedDict):
    """Required fields of Target."""
    id: str
    """Assigned by the service and never reused."""
    resource_type: Literal["connections", "datasets", "people", "traits", "streams", "places", "cohorts", "outcomes", "persona_sets", "recommenders", "scopes", "targets", "replays"]
    """Type of the resource, as in its path."""
    name: str
    """Display name."""
    status: Literal["new", "starting", "running", "ready", "error"]
    """new: waits for its inputs; see waiting_for. starting: queued. running: being built. ready: up to date. error: the build failed; see status_error."""
    status_changed_at: str
    """When the status last changed."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When any field last changed."""
    last_updated_config_at: str
    """When its configuration last changed."""
    scope_id: str
    """ID of the scope (pipeline) to deploy."""
    representation: TargetRepresentation
    """Form of a row."""
    options: TargetOptions
    """Type of the target, its format and its location."""


class Target(_TargetRequired, total=False):
    """Target"""
    status_error: str
    """Why the build failed and what to do, while the status is error."""
    waiting_for: str
    """Why the build waits, while the status is new or starting: an input that is not built, or a trouble of the server that the build outlasts."""
    progress: float
    """Completed share of the running build, 0 to 1."""
    progress_text: str
    """Current activity of the running build, to display."""
    last_read_input_at: str
    """When a build last read its inputs."""
    last_updated_output_at: str
    """When a build last produced a result."""
    archived_at: str
    """When it was archived. Absent: it is in use."""
    connection_id: str
    """ID of the connection to write to, for a table of a database."""
    filter: TargetFilter
    """Conditions on the people to deliver, all of which must hold."""
    limit: TargetLimit
    custom_structure: List[StructureColumn]
    """Columns of the file, in order. Absent: all available columns."""
    human_readable: bool
    """true: name columns by display names instead of IDs."""
    row_count: int
    """Number of rows."""
    left_out_count: int
    """People without a row, as explained for `mode`."""
    file_size: int
    """Size of the file in bytes."""
    columns: List[str]
    """Columns of the file, in order."""
    final_structure: List[StructureColumn]
    """Columns as built."""
    manifest_url: str
    """Link to the manifest of the file, signed as output_url: how old the file is, and what to expect of it."""
    changes_url: str
    """Link to the changes of the file, signed as output_url, where they are tracked. Add since and the build that you have."""
    scored_at: str
    """When the scores in the file were made."""
    data_through: str
    """Cutoff of the scores in the file: just after the newest event that they know."""
    waiting_files: int
    """Newer files that the file does not have yet: they are being built, or wait until what was begun before them is made. At most 1,000 are counted."""


class OutcomePredictorsBlocked(TypedDict, total=False):
    """Excluded inputs."""
    providers: List[str]
    """Accepted without effect: there are no external providers."""


class OutcomePredictors(TypedDict, total=False):
    """Inputs to exclude."""
    blocked: OutcomePredictorsBlocked
    """Excluded inputs."""


class OutcomeBiasMitigation(TypedDict, total=False):
    """Whether and how to treat people of different age or gender alike."""
    age: Literal["none", "equality", "equity"]
    """none (default): probabilities stay as they are. equality: neutralizes bias; people are ranked within their subpopulation, and any selection from the top contains each subpopulation in proportion to its share of the scored people. equity: reverses bias; a subpopulation with twice the mean probability of everyone is selected half as often as its share, one with half the mean twice as often. Both re-rank the same probabilities: their sum and the order within each subpopulation stay the same, and people in no subpopulation keep theirs. Age and gender must use the same strategy."""
    gender: Literal["none", "equality", "equity"]
    """none (default): probabilities stay as they are. equality: neutralizes bias; people are ranked within their subpopulation, and any selection from the top contains each subpopulation in proportion to its share of the scored people. equity: reverses bias; a subpopulation with twice the mean probability of everyone is selected half as often as its share, one with half the mean twice as often. Both re-rank the same probabilities: their sum and the order within each subpopulation stay the same, and people in no subpopulation keep theirs. Age and gender must use the same strategy."""


class OutcomeValue(TypedDict, total=False):
    """Also predict how much people spend and how often they buy within the horizon: the events of the attainment cohort's stream that match its conditions. Adds columns to the scores of each pipeline, and expected totals to its analysis. Absent: the probability alone."""
    measures: List[Literal["amount", "count"]]
    """What to predict. Absent: both."""
    discount_rate: float
    """Share by which an amount counts less for each year that it is in the future, for a customer lifetime value. 0.1: divided by 1.1 for each year. Absent: not at all."""


class _OutcomeWarningsItemRequired(TypedDict):
    """Required fields of OutcomeWarningsItem."""
    kind: Literal["leak", "shift", "quiet_stream", "question", "rate", "level"]
    """The kind of warning."""
    about: str
    """Name of the feature or stream; or attainment, eligible, feature_blocklist, attributes."""
    title: str
    """The kind in a few words."""
    note: str
    """What is wrong and what to do, as a sentence."""


class OutcomeWarningsItem(_OutcomeWarningsItemRequired, total=False):
    """OutcomeWarningsItem"""
    code: str
    """Stable name of the sentence. Absent in older results, which have the sentence alone."""
    figures: Dict[str, Union[float, str, bool, None]]
    """The numbers, days and names in the sentence, by name."""


class _OutcomeRequired(TypedDict):
    """Required fields of Outcome."""
    id: str
    """Assigned by the service and never reused."""
    resource_type: Literal["connections", "datasets", "people", "traits", "streams", "places", "cohorts", "outcomes", "persona_sets", "recommenders", "scopes", "targets", "replays"]
    """Type of the resource, as in its path."""
    name: str
    """Display name."""
    status: Literal["new", "starting", "running", "ready", "error"]
    """new: waits for its inputs; see waiting_for. starting: queued. running: being built. ready: up to date. error: the build failed; see status_error."""
    status_changed_at: str
    """When the status last changed."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When any field last changed."""
    last_updated_config_at: str
    """When its configuration last changed."""
    attainment_cohort_id: str
    """ID of the cohort that people enter when they reach the goal."""
    attainment: str
    """The same as attainment_cohort_id."""


class Outcome(_OutcomeRequired, total=False):
    """Outcome"""
    status_error: str
    """Why the build failed and what to do, while the status is error."""
    waiting_for: str
    """Why the build waits, while the status is new or starting: an input that is not built, or a trouble of the server that the build outlasts."""
    progress: float
    """Completed share of the running build, 0 to 1."""
    progress_text: str
    """Current activity of the running build, to display."""
    last_read_input_at: str
    """When a build last read its inputs."""
    last_updated_output_at: str
    """When a build last produced a result."""
    archived_at: str
    """When it was archived. Absent: it is in use."""
    eligible_cohort_id: str
    """ID of the cohort of people who can reach the goal. Absent: everyone."""
    attrition_cohort_id: str
    """ID of the cohort of people who have clearly failed to reach the goal. Its members at a landmark, or now, are not predicted; people who enter it within the horizon without reaching the goal count as not attained."""
    undecided: Literal["not_attained", "left_out"]
    """How to label people who enter neither the attainment nor the attrition cohort within the horizon. not_attained (default): as negatives. left_out: not at all; the propensity is then the probability of attainment rather than attrition."""
    feature_blocklist: List[str]
    """Names of features to exclude, as the analysis shows them, or of traits and properties, with all features made from them. A prefix `fig/` is ignored. Names that exclude nothing are named in a warning."""
    predictors: OutcomePredictors
    """Inputs to exclude."""
    bias_mitigation: OutcomeBiasMitigation
    """Whether and how to treat people of different age or gender alike."""
    bias_traits: List[str]
    """Names of further traits to compare in the bias report. Age and gender are always compared if one of the traits age, date_of_birth, birth_year, gender or sex exists."""
    prediction_mode: Literal["auto", "static"]
    """static: learn from traits and totals alone, for data without dates."""
    horizon_days: int
    """Days within which people reach the goal. Absent: chosen from the data and shown."""
    recurring: bool
    """true: people stay eligible after they reach the goal, and only events within the window count."""
    value: OutcomeValue
    """Also predict how much people spend and how often they buy within the horizon: the events of the attainment cohort's stream that match its conditions. Adds columns to the scores of each pipeline, and expected totals to its analysis. Absent: the probability alone."""
    horizons: List[int]
    """Days of further horizons. Also predict the probability of reaching the goal within each, which rises with the horizon, and the expected date. Adds columns to the scores of each pipeline, and a test to the analysis. Absent: the probability within `horizon_days` alone."""
    eligible: str
    """The same as eligible_cohort_id."""
    attainment_cohort_name: str
    """Name of the attainment cohort."""
    eligible_cohort_name: str
    """Name of the eligible cohort."""
    attrition_cohort_name: str
    """Name of the attrition cohort."""
    roc_auc: float
    """Probability that a person who attains ranks above one who does not (AUC); 0.5 is chance."""
    lift_value: float
    """Mean of the lift in the top shares of people that equal 25 %, 50 %, 75 % and 100 % of the base rate."""
    report_url: str
    """Report page. The link is signed and needs no key, for some days."""
    verdict: Verdict
    warnings: List[OutcomeWarningsItem]
    """Possible problems that the figures do not show."""
    mode: Literal["point_in_time", "static"]
    """static: the model learned without dates."""
    horizon_chosen_from_data: bool
    """false: its owner set it."""
    data_through: str
    """Cutoff for members and scores: just after the newest event."""


class ReplayPost(TypedDict):
    """ReplayPost"""
    dates: List[str]
    """Moments to replay. Each shows what was known before it: an upload that arrives exactly then counts as later."""


class _ReplayResultsItemFilesItemRequired(TypedDict):
    """Required fields of ReplayResultsItemFilesItem."""
    target_id: str
    """ID of the target."""
    target_name: str
    """Display name of the target."""
    comparison: Literal["equal", "different", "unknown"]
    """equal: every byte is that of the file that was delivered from the same uploads. different: it is not. unknown: no such file is known."""
    headline: str
    """The comparison in plain English, to display."""


class ReplayResultsItemFilesItem(_ReplayResultsItemFilesItemRequired, total=False):
    """ReplayResultsItemFilesItem"""
    error: str
    """Why there is none. Absent: there is one."""
    file_name: str
    """Name of the file."""
    row_count: int
    """Rows of the file."""
    file_size: int
    """Size of the file in bytes."""
    sha256: str
    """SHA-256 of the file."""
    file_url: str
    """Address of the file."""
    delivered_at: str
    """When the file that it is compared with was built."""
    delivered_sha256: str
    """SHA-256 of that file."""


class _ReplayResultsItemOutcomesItemObservedRequired(TypedDict):
    """Required fields of ReplayResultsItemOutcomesItemObserved."""
    cutoff: str
    """Cutoff of the scores."""
    horizon_end: str
    """End of the horizon."""
    horizon_days: float
    """Horizon in days."""
    people: int
    """People who were scored."""
    headline: str
    """The comparison in plain English, to display."""
    left_out_count: int
    """Further scored people who no longer exist, or whose result is undecided."""
    expected: float
    """Expected number of people who attain: the sum of the probabilities."""
    attained: int
    """Actual number of people who attained."""
    deciles: List[Decile]
    """Deciles by the percentile at the time, highest first."""
    calibration_error: float
    """Mean distance between predicted and actual rate in deciles of equal size, 0 to 1."""


class ReplayResultsItemOutcomesItemObserved(_ReplayResultsItemOutcomesItemObservedRequired, total=False):
    """What these people did within the horizon. Absent until the data reach its end."""
    expected_low: float
    """Lower bound of the 95 % interval of the number who attain. It allows for chance, and for errors in the level of all probabilities as large as in the past."""
    expected_high: float
    """Upper bound of the 95 % interval."""
    auc: float
    """Area under the ROC curve. Absent if all or none reached the goal."""


class _ReplayResultsItemOutcomesItemRequired(TypedDict):
    """Required fields of ReplayResultsItemOutcomesItem."""
    outcome_id: str
    """ID of the outcome."""
    outcome_name: str
    """Display name of the outcome."""
    scored_count: int
    """People with a probability."""
    expected: float
    """Expected number of people who attain: the sum of the probabilities."""
    headline: str
    """Expected and actual number in plain English, to display."""


class ReplayResultsItemOutcomesItem(_ReplayResultsItemOutcomesItemRequired, total=False):
    """ReplayResultsItemOutcomesItem"""
    expected_low: float
    """Lower bound of the 95 % interval of the number who attain. It allows for chance, and for errors in the level of all probabilities as large as in the past."""
    expected_high: float
    """Upper bound of the 95 % interval."""
    horizon_end: str
    """End of the horizon. Absent without dates."""
    observed: ReplayResultsItemOutcomesItemObserved
    """What these people did within the horizon. Absent until the data reach its end."""


class _ReplayResultsItemRequired(TypedDict):
    """Required fields of ReplayResultsItem."""
    date: str
    """The moment that was replayed."""
    missing_datasets: List[str]
    """Datasets without a stored upload of then: they had none yet, or it has been replaced or deleted since."""
    files: List[ReplayResultsItemFilesItem]
    """One entry for each target with a hosted file."""
    outcomes: List[ReplayResultsItemOutcomesItem]
    """One entry for each outcome in the payload."""


class ReplayResultsItem(_ReplayResultsItemRequired, total=False):
    """ReplayResultsItem"""
    error: str
    """Why there is none. Absent: there is one."""
    arrivals_through: str
    """When the newest upload of then arrived."""
    data_through: str
    """Cutoff of the scores of then."""
    people_url: str
    """Address of a CSV file with each person's probability of then, and whether they reached the goal."""


class _ReplayRequired(TypedDict):
    """Required fields of Replay."""
    id: str
    """Assigned by the service and never reused."""
    resource_type: Literal["connections", "datasets", "people", "traits", "streams", "places", "cohorts", "outcomes", "persona_sets", "recommenders", "scopes", "targets", "replays"]
    """Type of the resource, as in its path."""
    name: str
    """Display name."""
    status: Literal["new", "starting", "running", "ready", "error"]
    """new: waits for its inputs; see waiting_for. starting: queued. running: being built. ready: up to date. error: the build failed; see status_error."""
    status_changed_at: str
    """When the status last changed."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When any field last changed."""
    last_updated_config_at: str
    """When its configuration last changed."""
    scope_id: str
    """ID of the pipeline."""
    dates: List[str]
    """The moments, oldest first."""


class Replay(_ReplayRequired, total=False):
    """Replay"""
    status_error: str
    """Why the build failed and what to do, while the status is error."""
    waiting_for: str
    """Why the build waits, while the status is new or starting: an input that is not built, or a trouble of the server that the build outlasts."""
    progress: float
    """Completed share of the running build, 0 to 1."""
    progress_text: str
    """Current activity of the running build, to display."""
    last_read_input_at: str
    """When a build last read its inputs."""
    last_updated_output_at: str
    """When a build last produced a result."""
    archived_at: str
    """When it was archived. Absent: it is in use."""
    results: List[ReplayResultsItem]
    """One entry for each date. Absent until the replay is ready."""


class _TopPersonRequired(TypedDict):
    """Required fields of TopPerson."""
    person_id: str
    """ID of the person."""
    chance: float
    """Probability, 0 to 1."""
    rank: int
    """Place in the list, from 1."""
    reasons: List[str]
    """Up to three reasons for the probability in plain words, strongest first. Empty if the pipeline's payload has no explainability."""


class TopPerson(_TopPersonRequired, total=False):
    """TopPerson"""
    name: str
    """Name of the person."""
    email: str
    """E-mail address."""
    customer_id: str
    """Customer ID as your data have it."""


class ScoredBuild(TypedDict):
    """A build whose scores are kept."""
    build: str
    """Name of the build: a hash of its scores."""
    built_at: str
    """When it was built."""
    data_through: str
    """Cutoff of its scores, exclusive."""


class _ChangeSummaryBandsItemRequired(TypedDict):
    """Required fields of ChangeSummaryBandsItem."""
    text: str
    """The band in plain English."""
    people: int
    """People in the band."""


class ChangeSummaryBandsItem(_ChangeSummaryBandsItemRequired, total=False):
    """ChangeSummaryBandsItem"""
    low: float
    """Least change of the probability. Absent: no bound."""
    high: float
    """Largest change. Absent: no bound."""


class ChangeSummaryPartsItem(TypedDict):
    """ChangeSummaryPartsItem"""
    cause: Literal["merged", "corrected", "time", "events", "model", "adjustment"]
    """merged: other people turned out to be this person. corrected: earlier events or traits are no longer what they were. time: days passed. events: new events, and earlier ones that arrived since. model: the model was fitted again. adjustment: bias mitigation ranks differently."""
    log_odds: float
    """What the cause did to the log-odds. The parts add up to the change of the log-odds."""
    probability: float
    """What it did to the probability, after the parts before it. The parts add up to the change of the probability."""


class ChangeSummary(TypedDict):
    """How the probabilities of all people changed. Absent, as is `from`, if no earlier build is kept."""
    people: int
    """People with a probability in both builds."""
    entered: int
    """People with a probability in the last build alone."""
    left: int
    """People with a probability in the earlier build alone."""
    mean_from: float
    """Mean probability of those in both, in the earlier build."""
    mean_to: float
    """The same in the last build."""
    bands: List[ChangeSummaryBandsItem]
    """Number of people by the change of their probability, the largest decrease first."""
    sampled: int
    """People over whom the parts are averaged: a random sample."""
    parts: List[ChangeSummaryPartsItem]
    """Mean parts of the changes."""


class MoverPartsItem(TypedDict):
    """MoverPartsItem"""
    cause: Literal["merged", "corrected", "time", "events", "model", "adjustment"]
    """merged: other people turned out to be this person. corrected: earlier events or traits are no longer what they were. time: days passed. events: new events, and earlier ones that arrived since. model: the model was fitted again. adjustment: bias mitigation ranks differently."""
    log_odds: float
    """What the cause did to the log-odds. The parts add up to the change of the log-odds."""
    probability: float
    """What it did to the probability, after the parts before it. The parts add up to the change of the probability."""
    sentence: str
    """The cause in plain English, to display."""


Mover = TypedDict(
    "Mover",
    {
        "person_id": "str",
        "name": "str",
        "email": "str",
        "customer_id": "str",
        "from": "float",
        "to": "float",
        "log_odds": "float",
        "parts": "List[MoverPartsItem]",
    },
    total=False,
)


Movers = TypedDict(
    "Movers",
    {
        "outcome_id": "str",
        "from": "ScoredBuild",
        "to": "ScoredBuild",
        "builds": "List[ScoredBuild]",
        "text": "str",
        "summary": "ChangeSummary",
        "people": "List[Mover]",
    },
    total=False,
)


class _ReachPointsItemRequired(TypedDict):
    """Required fields of ReachPointsItem."""
    people: int
    """The likeliest people, so many of them."""
    expected: float
    """Expected number of them who reach the goal: the sum of their probabilities."""


class ReachPointsItem(_ReachPointsItemRequired, total=False):
    """ReachPointsItem"""
    low: float
    """Lower bound of the 95 % interval, made as that of the pipeline's expected number. Absent for a static prediction."""
    high: float
    """Upper bound of the 95 % interval."""
    profit: float
    """What these people are expected to bring, less the cost of contacting them. Only with the pipeline's economics, and at points only by value_per_conversion."""
    profit_low: float
    """Lower bound of its 95 % interval."""
    profit_high: float
    """Upper bound of its 95 % interval."""


class _ReachRecommendedRequired(TypedDict):
    """Required fields of ReachRecommended."""
    headline: str
    """Whom to contact, in plain English, to display."""
    people: int
    """People to contact, without those held out."""
    paying_count: int
    """People whose contact is expected to pay, whatever the budget."""
    cost: float
    """Cost of contacting them."""
    expected: float
    """Expected number of them who reach the goal."""


class ReachRecommended(_ReachRecommendedRequired, total=False):
    """Whom to contact: everyone whose expected value exceeds the cost of a contact, those worth most first, as far as the budget goes. Only with the pipeline's economics, once it is built with them. The column fdy_economics_contact names these people."""
    min_chance: float
    """Lowest probability of those to contact."""
    low: float
    """Lower bound of the 95 % interval of that number."""
    high: float
    """Upper bound of the 95 % interval of that number."""
    min_amount: float
    """Lowest expected amount of those to contact. Only by margin."""
    amount: float
    """What they are expected to spend. Only by margin."""
    amount_low: float
    """Lower bound of its 95 % interval."""
    amount_high: float
    """Upper bound of its 95 % interval."""
    profit: float
    """What these people are expected to bring, less the cost of contacting them. Only with the pipeline's economics, and at points only by value_per_conversion."""
    profit_low: float
    """Lower bound of its 95 % interval."""
    profit_high: float
    """Upper bound of its 95 % interval."""


class _ReachProfitCurveItemRequired(TypedDict):
    """Required fields of ReachProfitCurveItem."""
    people: int
    """Number of people contacted, those worth most first, without those held out."""
    cost: float
    """Cost of contacting them."""


class ReachProfitCurveItem(_ReachProfitCurveItemRequired, total=False):
    """ReachProfitCurveItem"""
    profit: float
    """What these people are expected to bring, less the cost of contacting them. Only with the pipeline's economics, and at points only by value_per_conversion."""
    profit_low: float
    """Lower bound of its 95 % interval."""
    profit_high: float
    """Upper bound of its 95 % interval."""


class _ReachRequired(TypedDict):
    """Required fields of Reach."""
    outcome_id: str
    """ID of the outcome."""
    people: int
    """People with a probability."""
    base_rate: float
    """Mean probability: the share expected to reach the goal among people chosen at random."""
    points: List[ReachPointsItem]
    """About 100 points from the top of the list to everyone. Empty if no one has a probability."""


class Reach(_ReachRequired, total=False):
    """Reach"""
    recommended: ReachRecommended
    """Whom to contact: everyone whose expected value exceeds the cost of a contact, those worth most first, as far as the budget goes. Only with the pipeline's economics, once it is built with them. The column fdy_economics_contact names these people."""
    profit_curve: List[ReachProfitCurveItem]
    """Expected profit by the number of people contacted, whatever the budget: about 100 points from nobody to everyone. Only with the pipeline's economics."""


class OutcomePostPredictorsBlocked(TypedDict, total=False):
    """Excluded inputs."""
    providers: List[str]
    """Accepted without effect: there are no external providers."""


class OutcomePostPredictors(TypedDict, total=False):
    """Inputs to exclude."""
    blocked: OutcomePostPredictorsBlocked
    """Excluded inputs."""


class OutcomePostBiasMitigation(TypedDict, total=False):
    """Whether and how to treat people of different age or gender alike."""
    age: Literal["none", "equality", "equity"]
    """none (default): probabilities stay as they are. equality: neutralizes bias; people are ranked within their subpopulation, and any selection from the top contains each subpopulation in proportion to its share of the scored people. equity: reverses bias; a subpopulation with twice the mean probability of everyone is selected half as often as its share, one with half the mean twice as often. Both re-rank the same probabilities: their sum and the order within each subpopulation stay the same, and people in no subpopulation keep theirs. Age and gender must use the same strategy."""
    gender: Literal["none", "equality", "equity"]
    """none (default): probabilities stay as they are. equality: neutralizes bias; people are ranked within their subpopulation, and any selection from the top contains each subpopulation in proportion to its share of the scored people. equity: reverses bias; a subpopulation with twice the mean probability of everyone is selected half as often as its share, one with half the mean twice as often. Both re-rank the same probabilities: their sum and the order within each subpopulation stay the same, and people in no subpopulation keep theirs. Age and gender must use the same strategy."""


class OutcomePostValue(TypedDict, total=False):
    """Also predict how much people spend and how often they buy within the horizon: the events of the attainment cohort's stream that match its conditions. Adds columns to the scores of each pipeline, and expected totals to its analysis. Absent: the probability alone."""
    measures: List[Literal["amount", "count"]]
    """What to predict. Absent: both."""
    discount_rate: float
    """Share by which an amount counts less for each year that it is in the future, for a customer lifetime value. 0.1: divided by 1.1 for each year. Absent: not at all."""


class _OutcomePostRequired(TypedDict):
    """Required fields of OutcomePost."""
    name: str
    """Display name."""


class OutcomePost(_OutcomePostRequired, total=False):
    """OutcomePost"""
    attainment: str
    """ID of the attainment cohort, the same as attainment_cohort_id."""
    attainment_cohort_id: str
    """ID of the cohort that people enter when they reach the goal."""
    eligible: str
    """ID of the eligible cohort, the same as eligible_cohort_id."""
    eligible_cohort_id: str
    """ID of the cohort of people who can reach the goal. Absent: everyone."""
    attrition_cohort_id: str
    """ID of the cohort of people who have clearly failed to reach the goal. Its members at a landmark, or now, are not predicted; people who enter it within the horizon without reaching the goal count as not attained."""
    undecided: Literal["not_attained", "left_out"]
    """How to label people who enter neither the attainment nor the attrition cohort within the horizon. not_attained (default): as negatives. left_out: not at all; the propensity is then the probability of attainment rather than attrition."""
    feature_blocklist: List[str]
    """Names of features to exclude, as the analysis shows them, or of traits and properties, with all features made from them. A prefix `fig/` is ignored. Names that exclude nothing are named in a warning."""
    predictors: OutcomePostPredictors
    """Inputs to exclude."""
    bias_mitigation: OutcomePostBiasMitigation
    """Whether and how to treat people of different age or gender alike."""
    bias_traits: List[str]
    """Names of further traits to compare in the bias report. Age and gender are always compared if one of the traits age, date_of_birth, birth_year, gender or sex exists."""
    prediction_mode: Literal["auto", "static"]
    """static: learn from traits and totals alone, for data without dates."""
    horizon_days: int
    """Days within which people reach the goal. Absent: chosen from the data and shown."""
    recurring: bool
    """true: people stay eligible after they reach the goal, and only events within the window count."""
    value: OutcomePostValue
    """Also predict how much people spend and how often they buy within the horizon: the events of the attainment cohort's stream that match its conditions. Adds columns to the scores of each pipeline, and expected totals to its analysis. Absent: the probability alone."""
    horizons: List[int]
    """Days of further horizons. Also predict the probability of reaching the goal within each, which rises with the horizon, and the expected date. Adds columns to the scores of each pipeline, and a test to the analysis. Absent: the probability within `horizon_days` alone."""


class OutcomeMergePatchPredictorsBlocked(TypedDict, total=False):
    """Excluded inputs."""
    providers: Union[List[str], None]
    """Accepted without effect: there are no external providers."""


class OutcomeMergePatchPredictorsBlocked2(TypedDict, total=False):
    """Excluded inputs."""
    providers: Union[List[str], None]
    """Accepted without effect: there are no external providers."""


class OutcomeMergePatchPredictors(TypedDict, total=False):
    """Inputs to exclude."""
    blocked: Union[OutcomeMergePatchPredictorsBlocked, OutcomeMergePatchPredictorsBlocked2]
    """Excluded inputs."""


class OutcomeMergePatchPredictors2Blocked(TypedDict, total=False):
    """Excluded inputs."""
    providers: Union[List[str], None]
    """Accepted without effect: there are no external providers."""


class OutcomeMergePatchPredictors2Blocked2(TypedDict, total=False):
    """Excluded inputs."""
    providers: Union[List[str], None]
    """Accepted without effect: there are no external providers."""


class OutcomeMergePatchPredictors2(TypedDict, total=False):
    """Inputs to exclude."""
    blocked: Union[OutcomeMergePatchPredictors2Blocked, OutcomeMergePatchPredictors2Blocked2]
    """Excluded inputs."""


class OutcomeMergePatchBiasMitigation(TypedDict, total=False):
    """Whether and how to treat people of different age or gender alike."""
    age: Literal["none", "equality", "equity", None]
    """none (default): probabilities stay as they are. equality: neutralizes bias; people are ranked within their subpopulation, and any selection from the top contains each subpopulation in proportion to its share of the scored people. equity: reverses bias; a subpopulation with twice the mean probability of everyone is selected half as often as its share, one with half the mean twice as often. Both re-rank the same probabilities: their sum and the order within each subpopulation stay the same, and people in no subpopulation keep theirs. Age and gender must use the same strategy."""
    gender: Literal["none", "equality", "equity", None]
    """none (default): probabilities stay as they are. equality: neutralizes bias; people are ranked within their subpopulation, and any selection from the top contains each subpopulation in proportion to its share of the scored people. equity: reverses bias; a subpopulation with twice the mean probability of everyone is selected half as often as its share, one with half the mean twice as often. Both re-rank the same probabilities: their sum and the order within each subpopulation stay the same, and people in no subpopulation keep theirs. Age and gender must use the same strategy."""


class OutcomeMergePatchBiasMitigation2(TypedDict, total=False):
    """Whether and how to treat people of different age or gender alike."""
    age: Literal["none", "equality", "equity", None]
    """none (default): probabilities stay as they are. equality: neutralizes bias; people are ranked within their subpopulation, and any selection from the top contains each subpopulation in proportion to its share of the scored people. equity: reverses bias; a subpopulation with twice the mean probability of everyone is selected half as often as its share, one with half the mean twice as often. Both re-rank the same probabilities: their sum and the order within each subpopulation stay the same, and people in no subpopulation keep theirs. Age and gender must use the same strategy."""
    gender: Literal["none", "equality", "equity", None]
    """none (default): probabilities stay as they are. equality: neutralizes bias; people are ranked within their subpopulation, and any selection from the top contains each subpopulation in proportion to its share of the scored people. equity: reverses bias; a subpopulation with twice the mean probability of everyone is selected half as often as its share, one with half the mean twice as often. Both re-rank the same probabilities: their sum and the order within each subpopulation stay the same, and people in no subpopulation keep theirs. Age and gender must use the same strategy."""


class OutcomeMergePatchValue(TypedDict, total=False):
    """Also predict how much people spend and how often they buy within the horizon: the events of the attainment cohort's stream that match its conditions. Adds columns to the scores of each pipeline, and expected totals to its analysis. Absent: the probability alone."""
    measures: Union[List[Literal["amount", "count"]], None]
    """What to predict. Absent: both."""
    discount_rate: Union[float, None]
    """Share by which an amount counts less for each year that it is in the future, for a customer lifetime value. 0.1: divided by 1.1 for each year. Absent: not at all."""


class OutcomeMergePatchValue2(TypedDict, total=False):
    """Also predict how much people spend and how often they buy within the horizon: the events of the attainment cohort's stream that match its conditions. Adds columns to the scores of each pipeline, and expected totals to its analysis. Absent: the probability alone."""
    measures: Union[List[Literal["amount", "count"]], None]
    """What to predict. Absent: both."""
    discount_rate: Union[float, None]
    """Share by which an amount counts less for each year that it is in the future, for a customer lifetime value. 0.1: divided by 1.1 for each year. Absent: not at all."""


class OutcomeMergePatch(TypedDict, total=False):
    """OutcomeMergePatch"""
    name: Union[str, None]
    """Display name."""
    attainment: Union[str, None]
    """ID of the attainment cohort, the same as attainment_cohort_id."""
    attainment_cohort_id: Union[str, None]
    """ID of the cohort that people enter when they reach the goal."""
    eligible: Union[str, None]
    """ID of the eligible cohort, the same as eligible_cohort_id."""
    eligible_cohort_id: Union[str, None]
    """ID of the cohort of people who can reach the goal. Absent: everyone."""
    attrition_cohort_id: Union[str, None]
    """ID of the cohort of people who have clearly failed to reach the goal. Its members at a landmark, or now, are not predicted; people who enter it within the horizon without reaching the goal count as not attained."""
    undecided: Literal["not_attained", "left_out", None]
    """How to label people who enter neither the attainment nor the attrition cohort within the horizon. not_attained (default): as negatives. left_out: not at all; the propensity is then the probability of attainment rather than attrition."""
    feature_blocklist: Union[List[str], None]
    """Names of features to exclude, as the analysis shows them, or of traits and properties, with all features made from them. A prefix `fig/` is ignored. Names that exclude nothing are named in a warning."""
    predictors: Union[OutcomeMergePatchPredictors, OutcomeMergePatchPredictors2]
    """Inputs to exclude."""
    bias_mitigation: Union[OutcomeMergePatchBiasMitigation, OutcomeMergePatchBiasMitigation2]
    """Whether and how to treat people of different age or gender alike."""
    bias_traits: Union[List[str], None]
    """Names of further traits to compare in the bias report. Age and gender are always compared if one of the traits age, date_of_birth, birth_year, gender or sex exists."""
    prediction_mode: Literal["auto", "static", None]
    """static: learn from traits and totals alone, for data without dates."""
    horizon_days: Union[int, None]
    """Days within which people reach the goal. Absent: chosen from the data and shown."""
    recurring: Union[bool, None]
    """true: people stay eligible after they reach the goal, and only events within the window count."""
    value: Union[OutcomeMergePatchValue, OutcomeMergePatchValue2]
    """Also predict how much people spend and how often they buy within the horizon: the events of the attainment cohort's stream that match its conditions. Adds columns to the scores of each pipeline, and expected totals to its analysis. Absent: the probability alone."""
    horizons: Union[List[int], None]
    """Days of further horizons. Also predict the probability of reaching the goal within each, which rises with the horizon, and the expected date. Adds columns to the scores of each pipeline, and a test to the analysis. Absent: the probability within `horizon_days` alone."""


class OutcomePreviewPostPredictorsBlocked(TypedDict, total=False):
    """Excluded inputs."""
    providers: List[str]
    """Accepted without effect: there are no external providers."""


class OutcomePreviewPostPredictors(TypedDict, total=False):
    """Inputs to exclude."""
    blocked: OutcomePreviewPostPredictorsBlocked
    """Excluded inputs."""


class OutcomePreviewPostBiasMitigation(TypedDict, total=False):
    """Whether and how to treat people of different age or gender alike."""
    age: Literal["none", "equality", "equity"]
    """none (default): probabilities stay as they are. equality: neutralizes bias; people are ranked within their subpopulation, and any selection from the top contains each subpopulation in proportion to its share of the scored people. equity: reverses bias; a subpopulation with twice the mean probability of everyone is selected half as often as its share, one with half the mean twice as often. Both re-rank the same probabilities: their sum and the order within each subpopulation stay the same, and people in no subpopulation keep theirs. Age and gender must use the same strategy."""
    gender: Literal["none", "equality", "equity"]
    """none (default): probabilities stay as they are. equality: neutralizes bias; people are ranked within their subpopulation, and any selection from the top contains each subpopulation in proportion to its share of the scored people. equity: reverses bias; a subpopulation with twice the mean probability of everyone is selected half as often as its share, one with half the mean twice as often. Both re-rank the same probabilities: their sum and the order within each subpopulation stay the same, and people in no subpopulation keep theirs. Age and gender must use the same strategy."""


class OutcomePreviewPostValue(TypedDict, total=False):
    """Also predict how much people spend and how often they buy within the horizon: the events of the attainment cohort's stream that match its conditions. Adds columns to the scores of each pipeline, and expected totals to its analysis. Absent: the probability alone."""
    measures: List[Literal["amount", "count"]]
    """What to predict. Absent: both."""
    discount_rate: float
    """Share by which an amount counts less for each year that it is in the future, for a customer lifetime value. 0.1: divided by 1.1 for each year. Absent: not at all."""


class OutcomePreviewPost(TypedDict, total=False):
    """OutcomePreviewPost"""
    name: str
    """Display name."""
    attainment: str
    """ID of the attainment cohort, the same as attainment_cohort_id."""
    attainment_cohort_id: str
    """ID of the cohort that people enter when they reach the goal."""
    eligible: str
    """ID of the eligible cohort, the same as eligible_cohort_id."""
    eligible_cohort_id: str
    """ID of the cohort of people who can reach the goal. Absent: everyone."""
    attrition_cohort_id: str
    """ID of the cohort of people who have clearly failed to reach the goal. Its members at a landmark, or now, are not predicted; people who enter it within the horizon without reaching the goal count as not attained."""
    undecided: Literal["not_attained", "left_out"]
    """How to label people who enter neither the attainment nor the attrition cohort within the horizon. not_attained (default): as negatives. left_out: not at all; the propensity is then the probability of attainment rather than attrition."""
    feature_blocklist: List[str]
    """Names of features to exclude, as the analysis shows them, or of traits and properties, with all features made from them. A prefix `fig/` is ignored. Names that exclude nothing are named in a warning."""
    predictors: OutcomePreviewPostPredictors
    """Inputs to exclude."""
    bias_mitigation: OutcomePreviewPostBiasMitigation
    """Whether and how to treat people of different age or gender alike."""
    bias_traits: List[str]
    """Names of further traits to compare in the bias report. Age and gender are always compared if one of the traits age, date_of_birth, birth_year, gender or sex exists."""
    prediction_mode: Literal["auto", "static"]
    """static: learn from traits and totals alone, for data without dates."""
    horizon_days: int
    """Days within which people reach the goal. Absent: chosen from the data and shown."""
    recurring: bool
    """true: people stay eligible after they reach the goal, and only events within the window count."""
    value: OutcomePreviewPostValue
    """Also predict how much people spend and how often they buy within the horizon: the events of the attainment cohort's stream that match its conditions. Adds columns to the scores of each pipeline, and expected totals to its analysis. Absent: the probability alone."""
    horizons: List[int]
    """Days of further horizons. Also predict the probability of reaching the goal within each, which rises with the horizon, and the expected date. Adds columns to the scores of each pipeline, and a test to the analysis. Absent: the probability within `horizon_days` alone."""


class _OutcomePreviewWarningsItemRequired(TypedDict):
    """Required fields of OutcomePreviewWarningsItem."""
    kind: Literal["leak", "shift", "quiet_stream", "question", "rate", "level"]
    """The kind of warning."""
    about: str
    """Name of the feature or stream; or attainment, eligible, feature_blocklist, attributes."""
    title: str
    """The kind in a few words."""
    note: str
    """What is wrong and what to do, as a sentence."""


class OutcomePreviewWarningsItem(_OutcomePreviewWarningsItemRequired, total=False):
    """OutcomePreviewWarningsItem"""
    code: str
    """Stable name of the sentence. Absent in older results, which have the sentence alone."""
    figures: Dict[str, Union[float, str, bool, None]]
    """The numbers, days and names in the sentence, by name."""


class OutcomePreviewNewestLandmark(TypedDict):
    """Actual results of past people, which show the usual rate. Absent if it is not known."""
    cutoff: str
    """The newest past day whose horizon is over."""
    people: int
    """People who were eligible on that day."""
    attained: int
    """Number of them who attained within the horizon."""


class _OutcomePreviewRequired(TypedDict):
    """Required fields of OutcomePreview."""
    sentence: str
    """The prediction as a sentence."""
    eligible_count: int
    """Members of the eligible cohort now, or all known people."""
    attained_count: int
    """Members of the attainment cohort now."""
    horizon_days: Union[int, None]
    """As given, or as it would be chosen. null: static prediction, or the history is too short to choose."""
    horizon_chosen_from_data: bool
    """false: as given, or there is none."""
    warnings: List[OutcomePreviewWarningsItem]
    """Possible problems that the figures do not show."""


class OutcomePreview(_OutcomePreviewRequired, total=False):
    """OutcomePreview"""
    newest_landmark: OutcomePreviewNewestLandmark
    """Actual results of past people, which show the usual rate. Absent if it is not known."""


class CurvePoint(TypedDict):
    """CurvePoint"""
    x: float
    """ROC curve: false positive rate. Lift curve: share of the people."""
    y: float
    """ROC curve: true positive rate. Lift curve: lift."""
    y_min: float
    """Lower bound of the 95 % interval."""
    y_max: float
    """Upper bound of the 95 % interval."""


class Table(TypedDict):
    """Table to display."""
    headers: List[str]
    """Headers of the columns."""
    rows: List[List[str]]
    """One text for each column."""


class Performance(TypedDict):
    """Performance on the tested people."""
    roc_auc: float
    """Probability that a person who attains ranks above one who does not."""
    lift_value: float
    """Mean lift, as in the outcome's lift_value."""
    lift_curve: List[CurvePoint]
    """Lift by share of the people."""
    lift_table: Table
    metrics_table: Table
    roc_curve: List[CurvePoint]
    """ROC curve."""


class FeatureDirectionalityItem1(TypedDict):
    """FeatureDirectionalityItem1"""
    data_type: Literal["number"]
    """Type of the feature's values."""
    min: float
    """Lowest value of the bin."""
    max: float
    """Highest value of the bin."""
    density: float
    """Share of the tested people."""
    impact: float
    """Mean probability of these people minus that of all tested people."""
    actual_rate: float
    """Share of these people who attained."""


class FeatureDirectionalityItem2(TypedDict):
    """FeatureDirectionalityItem2"""
    data_type: Literal["boolean"]
    """Type of the feature's values."""
    value: bool
    """Value of the feature."""
    density: float
    """Share of the tested people."""
    impact: float
    """Mean probability of these people minus that of all tested people."""
    actual_rate: float
    """Share of these people who attained."""


class Feature(TypedDict):
    """Feature"""
    name: str
    """Machine name."""
    literate: str
    """Display name."""
    importance: float
    """Share of the importance of all features, 0 to 1."""
    directionality: List[Union[FeatureDirectionalityItem1, FeatureDirectionalityItem2]]
    """Groups of people with similar values, from low values to high."""


class RocPoint(TypedDict):
    """RocPoint"""
    x: float
    """False positive rate."""
    y: float
    """True positive rate."""


class OutcomeAnalysisLabels(TypedDict):
    """Display names of what the analysis lists by machine name."""
    metrics: Dict[str, str]
    """Labels of metrics, by name."""
    candidates: Dict[str, str]
    """Labels of candidates, by name."""


class OutcomeAnalysisOverallPerformance(TypedDict):
    """Quality of the ranking."""
    recognized_individuals: Performance


class OutcomeAnalysisOverallFeatures(TypedDict):
    """Features of the model."""
    recognized_individuals: List[Feature]
    """Most important first."""


class _OutcomeAnalysisTenurePerformancesRecognizedIndividualsItemRequired(TypedDict):
    """Required fields of OutcomeAnalysisTenurePerformancesRecognizedIndividualsItem."""
    roc_auc: float
    """Probability that a person who attains ranks above one who does not."""
    lift_value: float
    """Mean lift, as in the outcome's lift_value."""
    lift_curve: List[CurvePoint]
    """Lift by share of the people."""
    lift_table: Table
    metrics_table: Table
    roc_curve: List[RocPoint]
    """ROC curve, without a band."""
    tenure_start: int
    """Days since the first event, inclusive."""


class OutcomeAnalysisTenurePerformancesRecognizedIndividualsItem(_OutcomeAnalysisTenurePerformancesRecognizedIndividualsItemRequired, total=False):
    """OutcomeAnalysisTenurePerformancesRecognizedIndividualsItem"""
    tenure_end: int
    """Exclusive; absent: no end."""


class OutcomeAnalysisTenurePerformances(TypedDict):
    """Quality of the ranking by tenure."""
    recognized_individuals: List[OutcomeAnalysisTenurePerformancesRecognizedIndividualsItem]
    """Shortest tenure first."""


class OutcomeAnalysisTenureFeaturesRecognizedIndividualsItemRecognizedIndividualsItem(TypedDict):
    """OutcomeAnalysisTenureFeaturesRecognizedIndividualsItemRecognizedIndividualsItem"""


class _OutcomeAnalysisTenureFeaturesRecognizedIndividualsItemRequired(TypedDict):
    """Required fields of OutcomeAnalysisTenureFeaturesRecognizedIndividualsItem."""
    tenure_start: int
    """Days since the first event, inclusive."""
    features: List[Feature]
    """Most important first. Importance here is measured by permutation: how far these people's probabilities move when the feature's values are shuffled among them."""
    recognized_individuals: List[OutcomeAnalysisTenureFeaturesRecognizedIndividualsItemRecognizedIndividualsItem]
    """Always empty. The published client requires the list."""


class OutcomeAnalysisTenureFeaturesRecognizedIndividualsItem(_OutcomeAnalysisTenureFeaturesRecognizedIndividualsItemRequired, total=False):
    """OutcomeAnalysisTenureFeaturesRecognizedIndividualsItem"""
    tenure_end: int
    """Exclusive; absent: no end."""


class OutcomeAnalysisTenureFeatures(TypedDict):
    """Features of the model by tenure."""
    recognized_individuals: List[OutcomeAnalysisTenureFeaturesRecognizedIndividualsItem]
    """Shortest tenure first."""


class _OutcomeAnalysisWarningsItemRequired(TypedDict):
    """Required fields of OutcomeAnalysisWarningsItem."""
    kind: Literal["leak", "shift", "quiet_stream", "question", "rate", "level"]
    """The kind of warning."""
    about: str
    """Name of the feature or stream; or attainment, eligible, feature_blocklist, attributes."""
    title: str
    """The kind in a few words."""
    note: str
    """What is wrong and what to do, as a sentence."""


class OutcomeAnalysisWarningsItem(_OutcomeAnalysisWarningsItemRequired, total=False):
    """OutcomeAnalysisWarningsItem"""
    code: str
    """Stable name of the sentence. Absent in older results, which have the sentence alone."""
    figures: Dict[str, Union[float, str, bool, None]]
    """The numbers, days and names in the sentence, by name."""


class OutcomeAnalysisComparisonDifferencesAuc(TypedDict):
    """For auc."""
    value: float
    """Difference of the metric."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class OutcomeAnalysisComparisonDifferencesAveragePrecision(TypedDict):
    """For average_precision."""
    value: float
    """Difference of the metric."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class OutcomeAnalysisComparisonDifferencesLogLoss(TypedDict):
    """For log_loss."""
    value: float
    """Difference of the metric."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class OutcomeAnalysisComparisonDifferencesBrier(TypedDict):
    """For brier."""
    value: float
    """Difference of the metric."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class OutcomeAnalysisComparisonDifferencesEce(TypedDict):
    """For ece."""
    value: float
    """Difference of the metric."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class OutcomeAnalysisComparisonDifferencesTopDecileLift(TypedDict):
    """For top_decile_lift."""
    value: float
    """Difference of the metric."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class OutcomeAnalysisComparisonDifferences(TypedDict):
    """Metrics of the model minus those of the rule."""
    auc: OutcomeAnalysisComparisonDifferencesAuc
    """For auc."""
    average_precision: OutcomeAnalysisComparisonDifferencesAveragePrecision
    """For average_precision."""
    log_loss: OutcomeAnalysisComparisonDifferencesLogLoss
    """For log_loss."""
    brier: OutcomeAnalysisComparisonDifferencesBrier
    """For brier."""
    ece: OutcomeAnalysisComparisonDifferencesEce
    """For ece."""
    top_decile_lift: OutcomeAnalysisComparisonDifferencesTopDecileLift
    """For top_decile_lift."""


class OutcomeAnalysisComparison(TypedDict):
    """The model compared with the best simple rule."""
    rule: str
    """Name of the rule with the lowest log loss."""
    differences: OutcomeAnalysisComparisonDifferences
    """Metrics of the model minus those of the rule."""


class OutcomeAnalysisPerformance(TypedDict):
    """Metrics on people and a date that the model has not seen."""
    model: Dict[str, float]
    """Metrics of the model."""
    candidates: Dict[str, Dict[str, float]]
    """Metrics by candidate and rule."""


class OutcomeAnalysisIntervalsValueAuc(TypedDict):
    """For auc."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class OutcomeAnalysisIntervalsValueAveragePrecision(TypedDict):
    """For average_precision."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class OutcomeAnalysisIntervalsValueLogLoss(TypedDict):
    """For log_loss."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class OutcomeAnalysisIntervalsValueBrier(TypedDict):
    """For brier."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class OutcomeAnalysisIntervalsValueEce(TypedDict):
    """For ece."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class OutcomeAnalysisIntervalsValueTopDecileLift(TypedDict):
    """For top_decile_lift."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class OutcomeAnalysisIntervalsValue(TypedDict):
    """By metric."""
    auc: OutcomeAnalysisIntervalsValueAuc
    """For auc."""
    average_precision: OutcomeAnalysisIntervalsValueAveragePrecision
    """For average_precision."""
    log_loss: OutcomeAnalysisIntervalsValueLogLoss
    """For log_loss."""
    brier: OutcomeAnalysisIntervalsValueBrier
    """For brier."""
    ece: OutcomeAnalysisIntervalsValueEce
    """For ece."""
    top_decile_lift: OutcomeAnalysisIntervalsValueTopDecileLift
    """For top_decile_lift."""


class OutcomeAnalysisCalibrationBinsItem(TypedDict):
    """OutcomeAnalysisCalibrationBinsItem"""
    predicted: float
    """Mean probability of these people."""
    actual_rate: float
    """Share of these people who attained."""
    people: int
    """Number of people."""


class OutcomeAnalysisCalibration(TypedDict):
    """Predicted probabilities compared with actual rates."""
    method: str
    """Method that turns raw scores into probabilities."""
    bins: List[OutcomeAnalysisCalibrationBinsItem]
    """Groups of people, lowest probabilities first."""


OutcomeAnalysisMethodQuietPeriodsItem = TypedDict(
    "OutcomeAnalysisMethodQuietPeriodsItem",
    {
        "from": "str",
        "until": "str",
    },
    total=False,
)


class OutcomeAnalysisMethodOriginsItem(TypedDict):
    """OutcomeAnalysisMethodOriginsItem"""
    landmark: str
    """The date."""
    people: int
    """People scored on that date; a sample of them where there are many."""
    expected: float
    """Sum of their probabilities."""
    attained: int
    """Number of them who attained."""
    auc: float
    """AUC on that date."""
    auc_low: float
    """Lower bound of its 95 % interval, for that date alone."""
    auc_high: float
    """Upper bound of that interval."""
    log_loss: float
    """Log loss on that date."""
    ece: float
    """Calibration error on that date."""


class OutcomeAnalysisMethodTrainingItem(TypedDict):
    """OutcomeAnalysisMethodTrainingItem"""
    landmark: str
    """Cutoff of the rows."""
    rows: int
    """Number of rows."""
    attained: int
    """Number of rows whose person attained."""


class _OutcomeAnalysisMethodRequired(TypedDict):
    """Required fields of OutcomeAnalysisMethod."""
    mode: Literal["point_in_time", "static"]
    """static: the model learned without dates."""
    horizon_chosen_from_data: bool
    """false: its owner set it."""
    landmarks: List[str]
    """Cutoffs of the training rows."""
    quiet_periods: List[OutcomeAnalysisMethodQuietPeriodsItem]
    """Periods with hardly any events, oldest first. No training row looks forward into them."""
    tested_on: Literal["later dates", "later dates and other people", "other people"]
    """Test data. later dates: the model learned what was known on the day of the test. later dates and other people: also from other people than it was tested on (older predictions). other people: the history is too short for a later date."""
    origins: List[OutcomeAnalysisMethodOriginsItem]
    """The newest past dates on which the prediction was made as it is today, oldest first. The last is the test."""
    training_rows: int
    """Number of training rows."""
    training_attained: int
    """Number of training rows whose person attained."""
    training: List[OutcomeAnalysisMethodTrainingItem]
    """Training rows by landmark."""
    blend: Dict[str, float]
    """Weight of each candidate in the model."""


class OutcomeAnalysisMethod(_OutcomeAnalysisMethodRequired, total=False):
    """Training and test of the model."""
    static_reason: str
    """Reason why the model learned without dates."""
    horizon_days: float
    """Days within which people reach the goal. Absent: static prediction."""
    learned_through: str
    """The model learned from events before this instant. Builds between it and refit_at keep the model, unless older events have changed. Absent: static prediction."""
    refit_at: str
    """Once the data reach this instant at the latest, the next build fits the model again; it does so earlier where the season turns."""
    test_landmark: str
    """Cutoff of the test."""
    training_people: int
    """Number of people in the training rows. Up to 150, the model is a simple one that stays close to the average; up to 400, it is the mean of two candidates at most."""


class _OutcomeAnalysisBiasDataAgeCandidatesItemRequired(TypedDict):
    """Required fields of OutcomeAnalysisBiasDataAgeCandidatesItem."""
    value: str
    """Value of the dimension."""
    rows: int
    """Rows of people with the value."""
    share: float
    """Share of the rows with the label, 0 to 1."""


class OutcomeAnalysisBiasDataAgeCandidatesItem(_OutcomeAnalysisBiasDataAgeCandidatesItemRequired, total=False):
    """OutcomeAnalysisBiasDataAgeCandidatesItem"""
    min: int
    """Minimum age in whole years."""
    max: int
    """Maximum age in whole years."""


class _OutcomeAnalysisBiasDataAgePositivesItemRequired(TypedDict):
    """Required fields of OutcomeAnalysisBiasDataAgePositivesItem."""
    value: str
    """Value of the dimension."""
    rows: int
    """Rows of people with the value."""
    share: float
    """Share of the rows with the label, 0 to 1."""


class OutcomeAnalysisBiasDataAgePositivesItem(_OutcomeAnalysisBiasDataAgePositivesItemRequired, total=False):
    """OutcomeAnalysisBiasDataAgePositivesItem"""
    min: int
    """Minimum age in whole years."""
    max: int
    """Maximum age in whole years."""


class _OutcomeAnalysisBiasDataAgeNegativesItemRequired(TypedDict):
    """Required fields of OutcomeAnalysisBiasDataAgeNegativesItem."""
    value: str
    """Value of the dimension."""
    rows: int
    """Rows of people with the value."""
    share: float
    """Share of the rows with the label, 0 to 1."""


class OutcomeAnalysisBiasDataAgeNegativesItem(_OutcomeAnalysisBiasDataAgeNegativesItemRequired, total=False):
    """OutcomeAnalysisBiasDataAgeNegativesItem"""
    min: int
    """Minimum age in whole years."""
    max: int
    """Maximum age in whole years."""


class OutcomeAnalysisBiasDataAge(TypedDict):
    """Distribution by age."""
    candidates: List[OutcomeAnalysisBiasDataAgeCandidatesItem]
    """All training rows."""
    positives: List[OutcomeAnalysisBiasDataAgePositivesItem]
    """Positive training rows: people who attained."""
    negatives: List[OutcomeAnalysisBiasDataAgeNegativesItem]
    """Negative training rows."""
    distance: float
    """Largest distance between the distribution of a label and that of all rows, 0 to 1."""
    level: Literal["low_bias", "moderate_bias", "strong_bias"]
    """low_bias: distance below 0.1. moderate_bias: below 0.2. strong_bias: otherwise."""


class OutcomeAnalysisBiasDataGenderCandidatesItem(TypedDict):
    """OutcomeAnalysisBiasDataGenderCandidatesItem"""
    value: str
    """Value of the dimension."""
    rows: int
    """Rows of people with the value."""
    share: float
    """Share of the rows with the label, 0 to 1."""


class OutcomeAnalysisBiasDataGenderPositivesItem(TypedDict):
    """OutcomeAnalysisBiasDataGenderPositivesItem"""
    value: str
    """Value of the dimension."""
    rows: int
    """Rows of people with the value."""
    share: float
    """Share of the rows with the label, 0 to 1."""


class OutcomeAnalysisBiasDataGenderNegativesItem(TypedDict):
    """OutcomeAnalysisBiasDataGenderNegativesItem"""
    value: str
    """Value of the dimension."""
    rows: int
    """Rows of people with the value."""
    share: float
    """Share of the rows with the label, 0 to 1."""


class OutcomeAnalysisBiasDataGender(TypedDict):
    """Distribution by gender."""
    candidates: List[OutcomeAnalysisBiasDataGenderCandidatesItem]
    """All training rows."""
    positives: List[OutcomeAnalysisBiasDataGenderPositivesItem]
    """Positive training rows: people who attained."""
    negatives: List[OutcomeAnalysisBiasDataGenderNegativesItem]
    """Negative training rows."""
    distance: float
    """Largest distance between the distribution of a label and that of all rows, 0 to 1."""
    level: Literal["low_bias", "moderate_bias", "strong_bias"]
    """low_bias: distance below 0.1. moderate_bias: below 0.2. strong_bias: otherwise."""


class OutcomeAnalysisBiasDataTraitsItemCandidatesItem(TypedDict):
    """OutcomeAnalysisBiasDataTraitsItemCandidatesItem"""
    value: str
    """Value of the dimension."""
    rows: int
    """Rows of people with the value."""
    share: float
    """Share of the rows with the label, 0 to 1."""


class OutcomeAnalysisBiasDataTraitsItemPositivesItem(TypedDict):
    """OutcomeAnalysisBiasDataTraitsItemPositivesItem"""
    value: str
    """Value of the dimension."""
    rows: int
    """Rows of people with the value."""
    share: float
    """Share of the rows with the label, 0 to 1."""


class OutcomeAnalysisBiasDataTraitsItemNegativesItem(TypedDict):
    """OutcomeAnalysisBiasDataTraitsItemNegativesItem"""
    value: str
    """Value of the dimension."""
    rows: int
    """Rows of people with the value."""
    share: float
    """Share of the rows with the label, 0 to 1."""


class OutcomeAnalysisBiasDataTraitsItem(TypedDict):
    """OutcomeAnalysisBiasDataTraitsItem"""
    dimension: str
    """Name of the trait."""
    candidates: List[OutcomeAnalysisBiasDataTraitsItemCandidatesItem]
    """All training rows."""
    positives: List[OutcomeAnalysisBiasDataTraitsItemPositivesItem]
    """Positive training rows: people who attained."""
    negatives: List[OutcomeAnalysisBiasDataTraitsItemNegativesItem]
    """Negative training rows."""
    distance: float
    """Largest distance between the distribution of a label and that of all rows, 0 to 1."""
    level: Literal["low_bias", "moderate_bias", "strong_bias"]
    """low_bias: distance below 0.1. moderate_bias: below 0.2. strong_bias: otherwise."""


class OutcomeAnalysisBiasData(TypedDict):
    """Composition of the training data."""
    age: OutcomeAnalysisBiasDataAge
    """Distribution by age."""
    gender: OutcomeAnalysisBiasDataGender
    """Distribution by gender."""
    traits: List[OutcomeAnalysisBiasDataTraitsItem]
    """Distributions by each trait in bias_traits."""


class OutcomeAnalysisBiasPowerItemMetricsItem(TypedDict):
    """OutcomeAnalysisBiasPowerItemMetricsItem"""
    name: str
    """Name of the metric."""
    level: Literal["relatively_unaffected", "enhanced", "impaired", "too_few_to_tell"]
    """Assessment of the value."""
    value: float
    """Value of the metric."""


class OutcomeAnalysisBiasPowerItem(TypedDict):
    """OutcomeAnalysisBiasPowerItem"""
    name: str
    """Name of the subpopulation, to display."""
    dimensions: Dict[str, str]
    """Value of each dimension."""
    people: int
    """Tested people in the subpopulation."""
    metrics: List[OutcomeAnalysisBiasPowerItemMetricsItem]
    """Metrics of the subpopulation."""


class OutcomeAnalysisBiasPredictionsItemMetricsItem(TypedDict):
    """OutcomeAnalysisBiasPredictionsItemMetricsItem"""
    name: str
    """Name of the metric."""
    level: Literal["low_bias", "moderate_bias", "strong_bias", "too_few_to_tell"]
    """Assessment of the value."""
    value: float
    """Value of the metric."""


class OutcomeAnalysisBiasPredictionsItem(TypedDict):
    """OutcomeAnalysisBiasPredictionsItem"""
    name: str
    """Name of the subpopulation, to display."""
    dimensions: Dict[str, str]
    """Value of each dimension."""
    people: int
    """Tested people in the subpopulation."""
    metrics: List[OutcomeAnalysisBiasPredictionsItemMetricsItem]
    """Metrics of the subpopulation."""


class OutcomeAnalysisBiasFairnessItemMetricsItem(TypedDict):
    """OutcomeAnalysisBiasFairnessItemMetricsItem"""
    name: str
    """Name of the metric."""
    level: Literal["equitably_treated", "privileged", "disadvantaged", "too_few_to_tell"]
    """Assessment of the value."""
    value: float
    """Value of the metric."""


class OutcomeAnalysisBiasFairnessItem(TypedDict):
    """OutcomeAnalysisBiasFairnessItem"""
    name: str
    """Name of the subpopulation, to display."""
    dimensions: Dict[str, str]
    """Value of each dimension."""
    people: int
    """Tested people in the subpopulation."""
    metrics: List[OutcomeAnalysisBiasFairnessItemMetricsItem]
    """Metrics of the subpopulation."""


class OutcomeAnalysisBiasSummary(TypedDict):
    """true if it holds for all dimensions and subpopulations that are large enough to assess."""
    data_unbiased: bool
    """Assessment of the training data."""
    power_unbiased: bool
    """Assessment of the accuracy of the selection."""
    predictions_unbiased: bool
    """Assessment of the number of selected people."""
    fairness_fair: bool
    """Assessment of the comparison with everyone."""


class OutcomeAnalysisBiasTraitsItem(TypedDict):
    """OutcomeAnalysisBiasTraitsItem"""
    dimension: str
    """age, gender, or a trait in bias_traits."""
    trait: str
    """Source trait."""


class OutcomeAnalysisBiasSubpopulationsItemActualRate(TypedDict):
    """Actual rate of attainment."""
    value: float
    """Value of the metric."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class OutcomeAnalysisBiasSubpopulationsItemSelectionRatio(TypedDict):
    """Share of the selected people divided by share of all people. 1 is statistical parity."""
    value: float
    """Value of the metric."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class OutcomeAnalysisBiasSubpopulationsItemTruePositiveRate(TypedDict):
    """Selected share of the people who attained."""
    value: float
    """Value of the metric."""
    low: float
    """Lower bound of the 95 % interval."""
    high: float
    """Upper bound of the 95 % interval."""


class OutcomeAnalysisBiasSubpopulationsItem(TypedDict):
    """OutcomeAnalysisBiasSubpopulationsItem"""
    name: str
    """Name of the subpopulation, to display."""
    dimensions: Dict[str, str]
    """Value of each dimension."""
    people: int
    """Tested people in the subpopulation."""
    share: float
    """Share of the tested people."""
    attained: int
    """Number of them who attained."""
    expected: float
    """Expected number: sum of their probabilities."""
    mean_probability: float
    """Mean probability."""
    actual_rate: OutcomeAnalysisBiasSubpopulationsItemActualRate
    """Actual rate of attainment."""
    selection_ratio: OutcomeAnalysisBiasSubpopulationsItemSelectionRatio
    """Share of the selected people divided by share of all people. 1 is statistical parity."""
    true_positive_rate: OutcomeAnalysisBiasSubpopulationsItemTruePositiveRate
    """Selected share of the people who attained."""
    is_enough: bool
    """false: too few to assess, that is, fewer than 100 people, or fewer than 20 who attained or did not."""


OutcomeAnalysisBiasMitigationSelectionRatiosItem = TypedDict(
    "OutcomeAnalysisBiasMitigationSelectionRatiosItem",
    {
        "name": "str",
        "people": "int",
        "without": "float",
        "with": "float",
    },
    total=False,
)


OutcomeAnalysisBiasMitigation = TypedDict(
    "OutcomeAnalysisBiasMitigation",
    {
        "strategy": "Literal[\"none\", \"equality\", \"equity\"]",
        "dimensions": "List[str]",
        "without": "Dict[str, float]",
        "with": "Dict[str, float]",
        "selection_ratios": "List[OutcomeAnalysisBiasMitigationSelectionRatiosItem]",
    },
    total=False,
)


class _OutcomeAnalysisBiasRequired(TypedDict):
    """Required fields of OutcomeAnalysisBias."""
    data: OutcomeAnalysisBiasData
    """Composition of the training data."""
    power: List[OutcomeAnalysisBiasPowerItem]
    """Accuracy of the selection: F1 of the subpopulation relative to F1 of everyone, minus 1. relatively_unaffected: between −0.1 and 0.1."""
    predictions: List[OutcomeAnalysisBiasPredictionsItem]
    """Share of the selected people divided by share of all people. low_bias: 0.9 to 1.1. moderate_bias: 0.8 to 1.2."""
    fairness: List[OutcomeAnalysisBiasFairnessItem]
    """Comparison with everyone: difference in the selection rate of people who attain (equal opportunity), difference in the selection rate (statistical parity), the mean of both (average odds), the ratio of selection rates (disparate impact), and the sum of the four (total_fairness). equitably_treated: total_fairness from 0.9 to 1.1."""
    summary: OutcomeAnalysisBiasSummary
    """true if it holds for all dimensions and subpopulations that are large enough to assess."""
    traits: List[OutcomeAnalysisBiasTraitsItem]
    """Source trait of each dimension. Traits have today's values, also for training rows of the past."""
    top_share: float
    """Share of the tested people with the highest probabilities, who count as selected."""
    subpopulations: List[OutcomeAnalysisBiasSubpopulationsItem]
    """Subpopulations, one for each value of each dimension."""
    findings: List[str]
    """Significant findings, to display."""


class OutcomeAnalysisBias(_OutcomeAnalysisBiasRequired, total=False):
    """Bias report. Absent if there is no trait for age or gender and bias_traits is empty."""
    mitigation: OutcomeAnalysisBiasMitigation
    """Cost of the mitigation: the same test without mitigation and with it, as delivered."""


class OutcomeAnalysisValueAmountModel(TypedDict):
    """Metrics of the model."""
    people: int
    """People at the date of the test."""
    expected: float
    """Sum of what people were expected to have."""
    observed: float
    """Sum of what they had."""
    gini: float
    """Normalised Gini coefficient: how well expected values rank people by what they then had. 1 is a perfect order, 0 one by chance."""
    decile_error: float
    """Mean over deciles of how far expected and observed sums are apart, as a share of the mean observed sum."""
    mean_absolute_error: float
    """Mean over deciles of how far expected and observed sums are apart, per person."""


class OutcomeAnalysisValueAmountRulesValue(TypedDict):
    """OutcomeAnalysisValueAmountRulesValue"""
    people: int
    """People at the date of the test."""
    expected: float
    """Sum of what people were expected to have."""
    observed: float
    """Sum of what they had."""
    gini: float
    """Normalised Gini coefficient: how well expected values rank people by what they then had. 1 is a perfect order, 0 one by chance."""
    decile_error: float
    """Mean over deciles of how far expected and observed sums are apart, as a share of the mean observed sum."""
    mean_absolute_error: float
    """Mean over deciles of how far expected and observed sums are apart, per person."""


class OutcomeAnalysisValueAmountRange(TypedDict):
    """Test of the 80 % ranges."""
    people: int
    """Tested people whose 80 % range is more than 0 alone."""
    held: int
    """Number of them whose value lay in their range."""


class OutcomeAnalysisValueAmountOriginsItem(TypedDict):
    """OutcomeAnalysisValueAmountOriginsItem"""
    landmark: str
    """The date."""
    people: int
    """People on that date; a sample of them where there are many."""
    expected: float
    """Sum of what people were expected to have."""
    observed: float
    """Sum of what they had."""
    gini: float
    """Normalised Gini coefficient: how well expected values rank people by what they then had. 1 is a perfect order, 0 one by chance."""


class OutcomeAnalysisValueAmount(TypedDict):
    """What people spend within the horizon, in the unit of the stream's values. Absent if not asked for."""
    model: OutcomeAnalysisValueAmountModel
    """Metrics of the model."""
    rules: Dict[str, OutcomeAnalysisValueAmountRulesValue]
    """Metrics of simple rules. purchase_model: BG/NBD, for amounts times the mean that Gamma-Gamma expects of the person. last_period: as much as in the horizon before. last_year: as much as on the same days a year before."""
    expected_low: float
    """Lower bound of the 95 % interval of the sum."""
    expected_high: float
    """Upper bound of the 95 % interval of the sum."""
    deciles: List[ValueDecile]
    """Highest expected values first."""
    range: OutcomeAnalysisValueAmountRange
    """Test of the 80 % ranges."""
    blend: Dict[str, float]
    """Weight of each candidate in the model."""
    origins: List[OutcomeAnalysisValueAmountOriginsItem]
    """Past dates on which the values were predicted as they are today, oldest first. The last is the test."""


class OutcomeAnalysisValueCountModel(TypedDict):
    """Metrics of the model."""
    people: int
    """People at the date of the test."""
    expected: float
    """Sum of what people were expected to have."""
    observed: float
    """Sum of what they had."""
    gini: float
    """Normalised Gini coefficient: how well expected values rank people by what they then had. 1 is a perfect order, 0 one by chance."""
    decile_error: float
    """Mean over deciles of how far expected and observed sums are apart, as a share of the mean observed sum."""
    mean_absolute_error: float
    """Mean over deciles of how far expected and observed sums are apart, per person."""


class OutcomeAnalysisValueCountRulesValue(TypedDict):
    """OutcomeAnalysisValueCountRulesValue"""
    people: int
    """People at the date of the test."""
    expected: float
    """Sum of what people were expected to have."""
    observed: float
    """Sum of what they had."""
    gini: float
    """Normalised Gini coefficient: how well expected values rank people by what they then had. 1 is a perfect order, 0 one by chance."""
    decile_error: float
    """Mean over deciles of how far expected and observed sums are apart, as a share of the mean observed sum."""
    mean_absolute_error: float
    """Mean over deciles of how far expected and observed sums are apart, per person."""


class OutcomeAnalysisValueCountRange(TypedDict):
    """Test of the 80 % ranges."""
    people: int
    """Tested people whose 80 % range is more than 0 alone."""
    held: int
    """Number of them whose value lay in their range."""


class OutcomeAnalysisValueCountOriginsItem(TypedDict):
    """OutcomeAnalysisValueCountOriginsItem"""
    landmark: str
    """The date."""
    people: int
    """People on that date; a sample of them where there are many."""
    expected: float
    """Sum of what people were expected to have."""
    observed: float
    """Sum of what they had."""
    gini: float
    """Normalised Gini coefficient: how well expected values rank people by what they then had. 1 is a perfect order, 0 one by chance."""


class OutcomeAnalysisValueCount(TypedDict):
    """How often people reach the goal within the horizon, in events. Absent if not asked for."""
    model: OutcomeAnalysisValueCountModel
    """Metrics of the model."""
    rules: Dict[str, OutcomeAnalysisValueCountRulesValue]
    """Metrics of simple rules. purchase_model: BG/NBD, for amounts times the mean that Gamma-Gamma expects of the person. last_period: as much as in the horizon before. last_year: as much as on the same days a year before."""
    expected_low: float
    """Lower bound of the 95 % interval of the sum."""
    expected_high: float
    """Upper bound of the 95 % interval of the sum."""
    deciles: List[ValueDecile]
    """Highest expected values first."""
    range: OutcomeAnalysisValueCountRange
    """Test of the 80 % ranges."""
    blend: Dict[str, float]
    """Weight of each candidate in the model."""
    origins: List[OutcomeAnalysisValueCountOriginsItem]
    """Past dates on which the values were predicted as they are today, oldest first. The last is the test."""


class OutcomeAnalysisValue(TypedDict, total=False):
    """Test of expected amounts and counts, on the date and the people of the prediction's test. Absent without `value`."""
    amount: OutcomeAnalysisValueAmount
    """What people spend within the horizon, in the unit of the stream's values. Absent if not asked for."""
    count: OutcomeAnalysisValueCount
    """How often people reach the goal within the horizon, in events. Absent if not asked for."""


class _OutcomeAnalysisHorizonsHorizonsItemRequired(TypedDict):
    """Required fields of OutcomeAnalysisHorizonsHorizonsItem."""
    days: int
    """Days of the horizon."""
    tested_on: Literal["later dates", "not", "not predicted"]
    """later dates: tested as it would have been predicted at a past date. not: learned, and the history is too short for a test. not predicted: the history is too short to learn it."""


class OutcomeAnalysisHorizonsHorizonsItem(_OutcomeAnalysisHorizonsHorizonsItemRequired, total=False):
    """OutcomeAnalysisHorizonsHorizonsItem"""
    landmark: str
    """The date of the test. Absent without one, as is the rest."""
    people: int
    """People who were tested."""
    attained: int
    """Number of them who reached the goal within the horizon."""
    expected: float
    """Expected number of them."""
    expected_low: float
    """Lower bound of the 95 % interval of that number."""
    expected_high: float
    """Upper bound of the 95 % interval of that number."""
    auc: float
    """AUC of the probabilities."""
    log_loss: float
    """Their log loss."""
    ece: float
    """Their calibration error."""


class OutcomeAnalysisHorizonsDates(TypedDict):
    """Test of expected dates. Absent without a horizon that is tested."""
    landmark: str
    """The date of the test."""
    within_days: int
    """Longest horizon that was over."""
    expected: int
    """Tested people with an expected date."""
    held: int
    """Number of them who reached the goal within their 80 % range."""
    unlikely: int
    """Tested people who were unlikely to reach the goal within the horizon."""
    unlikely_reached: int
    """Number of them who reached it."""


class _OutcomeAnalysisHorizonsRequired(TypedDict):
    """Required fields of OutcomeAnalysisHorizons."""
    horizons: List[OutcomeAnalysisHorizonsHorizonsItem]
    """Shortest first."""
    blend: Dict[str, float]
    """Weight of each candidate in the model of hazards."""


class OutcomeAnalysisHorizons(_OutcomeAnalysisHorizonsRequired, total=False):
    """Test of further horizons. Absent without `horizons`."""
    dates: OutcomeAnalysisHorizonsDates
    """Test of expected dates. Absent without a horizon that is tested."""


class _OutcomeAnalysisRequired(TypedDict):
    """Required fields of OutcomeAnalysis."""
    headline: str
    """The result of the test in plain English, to display."""
    labels: OutcomeAnalysisLabels
    """Display names of what the analysis lists by machine name."""
    overall_performance: OutcomeAnalysisOverallPerformance
    """Quality of the ranking."""
    overall_features: OutcomeAnalysisOverallFeatures
    """Features of the model."""
    tenure_performances: OutcomeAnalysisTenurePerformances
    """Quality of the ranking by tenure."""
    tenure_features: OutcomeAnalysisTenureFeatures
    """Features of the model by tenure."""
    verdict: Verdict
    warnings: List[OutcomeAnalysisWarningsItem]
    """Possible problems that the figures do not show."""
    comparison: OutcomeAnalysisComparison
    """The model compared with the best simple rule."""
    performance: OutcomeAnalysisPerformance
    """Metrics on people and a date that the model has not seen."""
    intervals: Dict[str, OutcomeAnalysisIntervalsValue]
    """95 % intervals of the metrics, by model, candidate and rule."""
    calibration: OutcomeAnalysisCalibration
    """Predicted probabilities compared with actual rates."""
    deciles: List[Decile]
    """Highest probabilities first."""
    decile_table: Table
    method: OutcomeAnalysisMethod
    """Training and test of the model."""


class OutcomeAnalysis(_OutcomeAnalysisRequired, total=False):
    """OutcomeAnalysis"""
    bias: OutcomeAnalysisBias
    """Bias report. Absent if there is no trait for age or gender and bias_traits is empty."""
    value: OutcomeAnalysisValue
    """Test of expected amounts and counts, on the date and the people of the prediction's test. Absent without `value`."""
    horizons: OutcomeAnalysisHorizons
    """Test of further horizons. Absent without `horizons`."""


class _TargetPostRepresentationRequired(TypedDict):
    """Required fields of TargetPostRepresentation."""
    mode: Literal["identified", "hashed", "referenced", "aggregated"]
    """`identified`: one row per person, with names and addresses in clear text. `hashed`: one row per spelling of a person, with SHA-256 hashes of normalized fields, in the order of the hashes; without probabilities, traits and explanations, and with the first recommendation only. `referenced`: one row per person, identified by a key of yours (the earliest if there are several); people without a key are left out. `aggregated`: one row per area with its number of people and their means; areas with fewer than 10 people are left out."""


class TargetPostRepresentation(_TargetPostRepresentationRequired, total=False):
    """Form of a row."""
    aggregate: Literal["person", "residence", "record", "postcode", "state"]
    """For mode identified: person (default); residence, one row per normalized address, shown as its most likely member with the highest probability and percentile of any member, without people who have no address; or record, a crosswalk with one row per record and key: dataset, key, person_id, household_id and match_probability. For mode aggregated: postcode or state."""
    reference: Reference
    transform_preset: str
    """One of default, facebook, google_ads, spreadsheet, klaviyo, mailchimp. For mode hashed: the upload form of an ad platform, with its columns and spellings and without the payload. facebook: customer list of Meta. google_ads: Customer Match. The country is that of the account. For mode identified with aggregate person: a list of the people with a probability, likeliest first, for one outcome: that of the limit, or the first. spreadsheet: readable columns with reasons, safe to open in Excel. klaviyo, mailchimp: the columns that their import maps by itself. default, for every mode: our own form."""
    reference_dataset_id: str
    """ID of the dataset, the same as reference.dataset_id."""


class _TargetPostOptionsRequired(TypedDict):
    """Required fields of TargetPostOptions."""
    type: Literal["hosted_csv", "lookup_api", "postgres", "mysql", "redshift", "snowflake", "bigquery", "s3", "spark_table", "aws_rds_postgres", "aws_aurora_postgres", "gcp_cloud_sql_postgres", "mariadb", "aws_rds_mysql", "aws_aurora_mysql", "gcp_cloud_sql_mysql", "aws_redshift", "aws_s3", "gcs"]
    """hosted_csv: a file that is kept up to date. lookup_api: an address that answers for one person. A type of database: a table behind a connection of that type. s3: the same file as hosted_csv, which is also written to the bucket of a connection. spark_table: a table of a lake, written by the service's cluster. Names of hosted databases and storages mean their type."""


class TargetPostOptions(_TargetPostOptionsRequired, total=False):
    """Type of the target and its format."""
    table_name: str
    """For databases: a table of its own in the connection's schema, database or dataset. Each build replaces it completely, in one transaction or step. postgres: of 63 characters at most; column names are cut to 63 bytes. mysql: of 64 characters at most, to which column names are cut too. redshift: of 127 characters at most; names are in lower case. For type spark_table: a table of its own in the lake, with dots between the parts of its name, which the account may write. Each build replaces it completely."""
    merge_by: List[str]
    """For databases: columns of the output whose values make a row unique, such as person_id. With them, only rows that are new, changed or gone are written, in one step for readers; in PostgreSQL they are the table's primary key. Absent: all rows are replaced."""
    key: str
    """For type s3: the object that is written, below the directory of the connection. {date} stands for the day of the build in UTC, such as 2026-03-01, so that each day has a file of its own. It is written again when its bytes change; readers see the old object or the new one."""
    table_format: Literal["delta", "iceberg"]
    """For type spark_table: the format of the table. Default: delta."""
    format: Literal["csv", "parquet"]
    """Format of the hosted file. csv, the default. parquet: columns with types, compressed, for programs and data warehouses; without a transform_preset, and without delimiter, gzip, quote_all, escape_formulas and locale."""
    delimiter: str
    """Delimiter between values. Default: a comma."""
    gzip: bool
    """true: compress the file."""
    quote_all: bool
    """true: quote all values, even those that need no quotes."""
    escape_formulas: bool
    """true: texts that a spreadsheet would execute, such as =1+1, start with an apostrophe. Numbers and telephone numbers stay as they are. Default: the value of human_readable; true for lists."""
    locale: Literal["en", "de", "es", "fr", "it", "nl", "pl", "pt", "sv"]
    """Language of the spreadsheet that opens the file. en, the default: decimal points. All others: decimal commas, and semicolons between values unless delimiter is given."""
    track_changes: bool
    """true: GET /targets/{id}/changes.csv has the rows that were added, changed or removed since any of the last 10 files. For representations with one row per person: identified with aggregate person, and referenced. The file is the same without it; its rows take about twice the space."""
    standing_link: bool
    """true: output_url works without a key until it is revoked, for jobs that fetch the file on a schedule. false, the default: each read of the target gives a link that ends after some days (BELLWETHER_LINK_DAYS)."""


class _TargetPostFilterRecommenderRankItemRequired(TypedDict):
    """Required fields of TargetPostFilterRecommenderRankItem."""
    recommender_id: str
    """ID of a recommender of the pipeline."""


class TargetPostFilterRecommenderRankItem(_TargetPostFilterRecommenderRankItemRequired, total=False):
    """Bounds of the delivered ranks. Columns of other ranks are not in the file, and people without a recommendation in these ranks are left out."""
    _eq: float
    """This rank, from 1 to 10."""
    _gt: float
    """Ranks after this one."""
    _gte: float
    """This rank and later ones."""
    _lt: float
    """Ranks before this one."""
    _lte: float
    """This rank and earlier ones."""
    _null: bool
    """true: people without any of the ranks."""
    _nnull: bool
    """true (default): people with any of the ranks."""


class TargetPostFilterPersonaItem(TypedDict):
    """TargetPostFilterPersonaItem"""
    persona_set_id: str
    """ID of a persona set, which need not be in the payload."""
    persona_id: str
    """ID of one of its personas."""
    _eq: bool
    """true: people in the persona. false: people in other personas or in none."""


class TargetPostFilterRecommenderUncalibratedProbabilityItem(TypedDict):
    """TargetPostFilterRecommenderUncalibratedProbabilityItem"""


class TargetPostFilter(TypedDict, total=False):
    """Conditions on the people to deliver, all of which must hold."""
    outcome_probability: List[OutcomeBounds]
    """Bounds of the probability."""
    outcome_percentile: List[OutcomeBounds]
    """Bounds of the percentile."""
    cohort_membership: List[CohortMembershipFilter]
    """Conditions on membership in cohorts."""
    recommender_rank: List[TargetPostFilterRecommenderRankItem]
    """Ranks of recommenders to deliver."""
    persona: List[TargetPostFilterPersonaItem]
    """Conditions on personas."""
    contact: List[ContactFilter]
    """Conditions on whom to contact by the pipeline's economics."""
    holdout: List[HoldoutFilter]
    """Conditions on the group of the pipeline's holdout. Absent: both groups, but lists for people, mail programs and ad platforms leave out who is held out."""
    trait: List[TraitFilter]
    """Conditions on traits."""
    recommender_uncalibrated_probability: List[TargetPostFilterRecommenderUncalibratedProbabilityItem]
    """Refused: recommendations have ranks and no probabilities. Use recommender_rank."""


class _TargetPostRequired(TypedDict):
    """Required fields of TargetPost."""
    name: str
    """Display name."""
    scope_id: str
    """ID of the scope (pipeline) to deploy."""
    representation: TargetPostRepresentation
    """Form of a row."""
    options: TargetPostOptions
    """Type of the target and its format."""


class TargetPost(_TargetPostRequired, total=False):
    """TargetPost"""
    connection_id: str
    """ID of the connection to write to, for a table of a database."""
    filter: TargetPostFilter
    """Conditions on the people to deliver, all of which must hold."""
    limit: TargetLimit
    custom_structure: List[StructureColumn]
    """Columns of the file, in order. Absent: all available columns."""
    human_readable: bool
    """true: name columns by display names instead of IDs."""


class TargetMergePatchRepresentationReference(TypedDict, total=False):
    """For mode referenced: the key that identifies people."""
    dataset_id: Union[str, None]
    """ID of the dataset with the key."""
    column_name: Union[str, None]
    """One of the dataset's reference_key_columns."""


class TargetMergePatchRepresentationReference2(TypedDict, total=False):
    """For mode referenced: the key that identifies people."""
    dataset_id: Union[str, None]
    """ID of the dataset with the key."""
    column_name: Union[str, None]
    """One of the dataset's reference_key_columns."""


class TargetMergePatchRepresentation(TypedDict, total=False):
    """Form of a row."""
    mode: Literal["identified", "hashed", "referenced", "aggregated", None]
    """`identified`: one row per person, with names and addresses in clear text. `hashed`: one row per spelling of a person, with SHA-256 hashes of normalized fields, in the order of the hashes; without probabilities, traits and explanations, and with the first recommendation only. `referenced`: one row per person, identified by a key of yours (the earliest if there are several); people without a key are left out. `aggregated`: one row per area with its number of people and their means; areas with fewer than 10 people are left out."""
    aggregate: Literal["person", "residence", "record", "postcode", "state", None]
    """For mode identified: person (default); residence, one row per normalized address, shown as its most likely member with the highest probability and percentile of any member, without people who have no address; or record, a crosswalk with one row per record and key: dataset, key, person_id, household_id and match_probability. For mode aggregated: postcode or state."""
    reference: Union[TargetMergePatchRepresentationReference, TargetMergePatchRepresentationReference2]
    """For mode referenced: the key that identifies people."""
    transform_preset: Union[str, None]
    """One of default, facebook, google_ads, spreadsheet, klaviyo, mailchimp. For mode hashed: the upload form of an ad platform, with its columns and spellings and without the payload. facebook: customer list of Meta. google_ads: Customer Match. The country is that of the account. For mode identified with aggregate person: a list of the people with a probability, likeliest first, for one outcome: that of the limit, or the first. spreadsheet: readable columns with reasons, safe to open in Excel. klaviyo, mailchimp: the columns that their import maps by itself. default, for every mode: our own form."""
    reference_dataset_id: Union[str, None]
    """ID of the dataset, the same as reference.dataset_id."""


class TargetMergePatchRepresentation2Reference(TypedDict, total=False):
    """For mode referenced: the key that identifies people."""
    dataset_id: Union[str, None]
    """ID of the dataset with the key."""
    column_name: Union[str, None]
    """One of the dataset's reference_key_columns."""


class TargetMergePatchRepresentation2Reference2(TypedDict, total=False):
    """For mode referenced: the key that identifies people."""
    dataset_id: Union[str, None]
    """ID of the dataset with the key."""
    column_name: Union[str, None]
    """One of the dataset's reference_key_columns."""


class TargetMergePatchRepresentation2(TypedDict, total=False):
    """Form of a row."""
    mode: Literal["identified", "hashed", "referenced", "aggregated", None]
    """`identified`: one row per person, with names and addresses in clear text. `hashed`: one row per spelling of a person, with SHA-256 hashes of normalized fields, in the order of the hashes; without probabilities, traits and explanations, and with the first recommendation only. `referenced`: one row per person, identified by a key of yours (the earliest if there are several); people without a key are left out. `aggregated`: one row per area with its number of people and their means; areas with fewer than 10 people are left out."""
    aggregate: Literal["person", "residence", "record", "postcode", "state", None]
    """For mode identified: person (default); residence, one row per normalized address, shown as its most likely member with the highest probability and percentile of any member, without people who have no address; or record, a crosswalk with one row per record and key: dataset, key, person_id, household_id and match_probability. For mode aggregated: postcode or state."""
    reference: Union[TargetMergePatchRepresentation2Reference, TargetMergePatchRepresentation2Reference2]
    """For mode referenced: the key that identifies people."""
    transform_preset: Union[str, None]
    """One of default, facebook, google_ads, spreadsheet, klaviyo, mailchimp. For mode hashed: the upload form of an ad platform, with its columns and spellings and without the payload. facebook: customer list of Meta. google_ads: Customer Match. The country is that of the account. For mode identified with aggregate person: a list of the people with a probability, likeliest first, for one outcome: that of the limit, or the first. spreadsheet: readable columns with reasons, safe to open in Excel. klaviyo, mailchimp: the columns that their import maps by itself. default, for every mode: our own form."""
    reference_dataset_id: Union[str, None]
    """ID of the dataset, the same as reference.dataset_id."""


class TargetMergePatchOptions(TypedDict, total=False):
    """Type of the target and its format."""
    table_name: Union[str, None]
    """For databases: a table of its own in the connection's schema, database or dataset. Each build replaces it completely, in one transaction or step. postgres: of 63 characters at most; column names are cut to 63 bytes. mysql: of 64 characters at most, to which column names are cut too. redshift: of 127 characters at most; names are in lower case. For type spark_table: a table of its own in the lake, with dots between the parts of its name, which the account may write. Each build replaces it completely."""
    merge_by: Union[List[str], None]
    """For databases: columns of the output whose values make a row unique, such as person_id. With them, only rows that are new, changed or gone are written, in one step for readers; in PostgreSQL they are the table's primary key. Absent: all rows are replaced."""
    type: Literal["hosted_csv", "lookup_api", "postgres", "mysql", "redshift", "snowflake", "bigquery", "s3", "spark_table", "aws_rds_postgres", "aws_aurora_postgres", "gcp_cloud_sql_postgres", "mariadb", "aws_rds_mysql", "aws_aurora_mysql", "gcp_cloud_sql_mysql", "aws_redshift", "aws_s3", "gcs", None]
    """hosted_csv: a file that is kept up to date. lookup_api: an address that answers for one person. A type of database: a table behind a connection of that type. s3: the same file as hosted_csv, which is also written to the bucket of a connection. spark_table: a table of a lake, written by the service's cluster. Names of hosted databases and storages mean their type."""
    key: Union[str, None]
    """For type s3: the object that is written, below the directory of the connection. {date} stands for the day of the build in UTC, such as 2026-03-01, so that each day has a file of its own. It is written again when its bytes change; readers see the old object or the new one."""
    table_format: Literal["delta", "iceberg", None]
    """For type spark_table: the format of the table. Default: delta."""
    format: Literal["csv", "parquet", None]
    """Format of the hosted file. csv, the default. parquet: columns with types, compressed, for programs and data warehouses; without a transform_preset, and without delimiter, gzip, quote_all, escape_formulas and locale."""
    delimiter: Union[str, None]
    """Delimiter between values. Default: a comma."""
    gzip: Union[bool, None]
    """true: compress the file."""
    quote_all: Union[bool, None]
    """true: quote all values, even those that need no quotes."""
    escape_formulas: Union[bool, None]
    """true: texts that a spreadsheet would execute, such as =1+1, start with an apostrophe. Numbers and telephone numbers stay as they are. Default: the value of human_readable; true for lists."""
    locale: Literal["en", "de", "es", "fr", "it", "nl", "pl", "pt", "sv", None]
    """Language of the spreadsheet that opens the file. en, the default: decimal points. All others: decimal commas, and semicolons between values unless delimiter is given."""
    track_changes: Union[bool, None]
    """true: GET /targets/{id}/changes.csv has the rows that were added, changed or removed since any of the last 10 files. For representations with one row per person: identified with aggregate person, and referenced. The file is the same without it; its rows take about twice the space."""
    standing_link: Union[bool, None]
    """true: output_url works without a key until it is revoked, for jobs that fetch the file on a schedule. false, the default: each read of the target gives a link that ends after some days (BELLWETHER_LINK_DAYS)."""


class TargetMergePatchOptions2(TypedDict, total=False):
    """Type of the target and its format."""
    table_name: Union[str, None]
    """For databases: a table of its own in the connection's schema, database or dataset. Each build replaces it completely, in one transaction or step. postgres: of 63 characters at most; column names are cut to 63 bytes. mysql: of 64 characters at most, to which column names are cut too. redshift: of 127 characters at most; names are in lower case. For type spark_table: a table of its own in the lake, with dots between the parts of its name, which the account may write. Each build replaces it completely."""
    merge_by: Union[List[str], None]
    """For databases: columns of the output whose values make a row unique, such as person_id. With them, only rows that are new, changed or gone are written, in one step for readers; in PostgreSQL they are the table's primary key. Absent: all rows are replaced."""
    type: Literal["hosted_csv", "lookup_api", "postgres", "mysql", "redshift", "snowflake", "bigquery", "s3", "spark_table", "aws_rds_postgres", "aws_aurora_postgres", "gcp_cloud_sql_postgres", "mariadb", "aws_rds_mysql", "aws_aurora_mysql", "gcp_cloud_sql_mysql", "aws_redshift", "aws_s3", "gcs", None]
    """hosted_csv: a file that is kept up to date. lookup_api: an address that answers for one person. A type of database: a table behind a connection of that type. s3: the same file as hosted_csv, which is also written to the bucket of a connection. spark_table: a table of a lake, written by the service's cluster. Names of hosted databases and storages mean their type."""
    key: Union[str, None]
    """For type s3: the object that is written, below the directory of the connection. {date} stands for the day of the build in UTC, such as 2026-03-01, so that each day has a file of its own. It is written again when its bytes change; readers see the old object or the new one."""
    table_format: Literal["delta", "iceberg", None]
    """For type spark_table: the format of the table. Default: delta."""
    format: Literal["csv", "parquet", None]
    """Format of the hosted file. csv, the default. parquet: columns with types, compressed, for programs and data warehouses; without a transform_preset, and without delimiter, gzip, quote_all, escape_formulas and locale."""
    delimiter: Union[str, None]
    """Delimiter between values. Default: a comma."""
    gzip: Union[bool, None]
    """true: compress the file."""
    quote_all: Union[bool, None]
    """true: quote all values, even those that need no quotes."""
    escape_formulas: Union[bool, None]
    """true: texts that a spreadsheet would execute, such as =1+1, start with an apostrophe. Numbers and telephone numbers stay as they are. Default: the value of human_readable; true for lists."""
    locale: Literal["en", "de", "es", "fr", "it", "nl", "pl", "pt", "sv", None]
    """Language of the spreadsheet that opens the file. en, the default: decimal points. All others: decimal commas, and semicolons between values unless delimiter is given."""
    track_changes: Union[bool, None]
    """true: GET /targets/{id}/changes.csv has the rows that were added, changed or removed since any of the last 10 files. For representations with one row per person: identified with aggregate person, and referenced. The file is the same without it; its rows take about twice the space."""
    standing_link: Union[bool, None]
    """true: output_url works without a key until it is revoked, for jobs that fetch the file on a schedule. false, the default: each read of the target gives a link that ends after some days (BELLWETHER_LINK_DAYS)."""


class _TargetMergePatchFilterRecommenderRankItemRequired(TypedDict):
    """Required fields of TargetMergePatchFilterRecommenderRankItem."""
    recommender_id: str
    """ID of a recommender of the pipeline."""


class TargetMergePatchFilterRecommenderRankItem(_TargetMergePatchFilterRecommenderRankItemRequired, total=False):
    """Bounds of the delivered ranks. Columns of other ranks are not in the file, and people without a recommendation in these ranks are left out."""
    _eq: float
    """This rank, from 1 to 10."""
    _gt: float
    """Ranks after this one."""
    _gte: float
    """This rank and later ones."""
    _lt: float
    """Ranks before this one."""
    _lte: float
    """This rank and earlier ones."""
    _null: bool
    """true: people without any of the ranks."""
    _nnull: bool
    """true (default): people with any of the ranks."""


class TargetMergePatchFilterPersonaItem(TypedDict):
    """TargetMergePatchFilterPersonaItem"""
    persona_set_id: str
    """ID of a persona set, which need not be in the payload."""
    persona_id: str
    """ID of one of its personas."""
    _eq: bool
    """true: people in the persona. false: people in other personas or in none."""


class TargetMergePatchFilterRecommenderUncalibratedProbabilityItem(TypedDict):
    """TargetMergePatchFilterRecommenderUncalibratedProbabilityItem"""


class TargetMergePatchFilter(TypedDict, total=False):
    """Conditions on the people to deliver, all of which must hold."""
    outcome_probability: Union[List[OutcomeBounds], None]
    """Bounds of the probability."""
    outcome_percentile: Union[List[OutcomeBounds], None]
    """Bounds of the percentile."""
    cohort_membership: Union[List[CohortMembershipFilter], None]
    """Conditions on membership in cohorts."""
    recommender_rank: Union[List[TargetMergePatchFilterRecommenderRankItem], None]
    """Ranks of recommenders to deliver."""
    persona: Union[List[TargetMergePatchFilterPersonaItem], None]
    """Conditions on personas."""
    contact: Union[List[ContactFilter], None]
    """Conditions on whom to contact by the pipeline's economics."""
    holdout: Union[List[HoldoutFilter], None]
    """Conditions on the group of the pipeline's holdout. Absent: both groups, but lists for people, mail programs and ad platforms leave out who is held out."""
    trait: Union[List[TraitFilter], None]
    """Conditions on traits."""
    recommender_uncalibrated_probability: Union[List[TargetMergePatchFilterRecommenderUncalibratedProbabilityItem], None]
    """Refused: recommendations have ranks and no probabilities. Use recommender_rank."""


class _TargetMergePatchFilter2RecommenderRankItemRequired(TypedDict):
    """Required fields of TargetMergePatchFilter2RecommenderRankItem."""
    recommender_id: str
    """ID of a recommender of the pipeline."""


class TargetMergePatchFilter2RecommenderRankItem(_TargetMergePatchFilter2RecommenderRankItemRequired, total=False):
    """Bounds of the delivered ranks. Columns of other ranks are not in the file, and people without a recommendation in these ranks are left out."""
    _eq: float
    """This rank, from 1 to 10."""
    _gt: float
    """Ranks after this one."""
    _gte: float
    """This rank and later ones."""
    _lt: float
    """Ranks before this one."""
    _lte: float
    """This rank and earlier ones."""
    _null: bool
    """true: people without any of the ranks."""
    _nnull: bool
    """true (default): people with any of the ranks."""


class TargetMergePatchFilter2PersonaItem(TypedDict):
    """TargetMergePatchFilter2PersonaItem"""
    persona_set_id: str
    """ID of a persona set, which need not be in the payload."""
    persona_id: str
    """ID of one of its personas."""
    _eq: bool
    """true: people in the persona. false: people in other personas or in none."""


class TargetMergePatchFilter2RecommenderUncalibratedProbabilityItem(TypedDict):
    """TargetMergePatchFilter2RecommenderUncalibratedProbabilityItem"""


class TargetMergePatchFilter2(TypedDict, total=False):
    """Conditions on the people to deliver, all of which must hold."""
    outcome_probability: Union[List[OutcomeBounds], None]
    """Bounds of the probability."""
    outcome_percentile: Union[List[OutcomeBounds], None]
    """Bounds of the percentile."""
    cohort_membership: Union[List[CohortMembershipFilter], None]
    """Conditions on membership in cohorts."""
    recommender_rank: Union[List[TargetMergePatchFilter2RecommenderRankItem], None]
    """Ranks of recommenders to deliver."""
    persona: Union[List[TargetMergePatchFilter2PersonaItem], None]
    """Conditions on personas."""
    contact: Union[List[ContactFilter], None]
    """Conditions on whom to contact by the pipeline's economics."""
    holdout: Union[List[HoldoutFilter], None]
    """Conditions on the group of the pipeline's holdout. Absent: both groups, but lists for people, mail programs and ad platforms leave out who is held out."""
    trait: Union[List[TraitFilter], None]
    """Conditions on traits."""
    recommender_uncalibrated_probability: Union[List[TargetMergePatchFilter2RecommenderUncalibratedProbabilityItem], None]
    """Refused: recommendations have ranks and no probabilities. Use recommender_rank."""


class TargetMergePatchLimit(TypedDict, total=False):
    """Limit on the number of rows."""
    method: Literal["row_count", "percentile", None]
    """row_count: a maximum number of rows. percentile: a range of percentiles."""
    threshold: Union[int, None]
    """For row_count: maximum number of rows."""
    outcome_id: Union[str, None]
    """ID of the outcome that orders the rows. Absent: the first outcome of the payload."""
    direction: Literal["ascending", "descending", None]
    """For row_count. Default: descending."""
    percentile_min: Union[int, None]
    """For percentile: lowest percentile to deliver."""
    percentile_max: Union[int, None]
    """For percentile: highest percentile to deliver."""


class TargetMergePatchLimit2(TypedDict, total=False):
    """Limit on the number of rows."""
    method: Literal["row_count", "percentile", None]
    """row_count: a maximum number of rows. percentile: a range of percentiles."""
    threshold: Union[int, None]
    """For row_count: maximum number of rows."""
    outcome_id: Union[str, None]
    """ID of the outcome that orders the rows. Absent: the first outcome of the payload."""
    direction: Literal["ascending", "descending", None]
    """For row_count. Default: descending."""
    percentile_min: Union[int, None]
    """For percentile: lowest percentile to deliver."""
    percentile_max: Union[int, None]
    """For percentile: highest percentile to deliver."""


class TargetMergePatch(TypedDict, total=False):
    """TargetMergePatch"""
    name: Union[str, None]
    """Display name."""
    scope_id: Union[str, None]
    """ID of the scope (pipeline) to deploy."""
    connection_id: Union[str, None]
    """ID of the connection to write to, for a table of a database."""
    representation: Union[TargetMergePatchRepresentation, TargetMergePatchRepresentation2]
    """Form of a row."""
    options: Union[TargetMergePatchOptions, TargetMergePatchOptions2]
    """Type of the target and its format."""
    filter: Union[TargetMergePatchFilter, TargetMergePatchFilter2]
    """Conditions on the people to deliver, all of which must hold."""
    limit: Union[TargetMergePatchLimit, TargetMergePatchLimit2]
    """Limit on the number of rows."""
    custom_structure: Union[List[StructureColumn], None]
    """Columns of the file, in order. Absent: all available columns."""
    human_readable: Union[bool, None]
    """true: name columns by display names instead of IDs."""


class TrackedBuild(TypedDict):
    """TrackedBuild"""
    build: str
    """Name of the build."""
    sha256: str
    """SHA-256 of its file, hexadecimal."""
    built_at: str
    """When its file was made."""
    row_count: int
    """Number of its rows."""


class StaleReason(TypedDict):
    """StaleReason"""
    code: Literal["data_due", "events_due", "horizon_over"]
    """data_due: a new file is overdue, by the rhythm of the uploads. events_due: new events are overdue, by the rhythm of the events; where files came on fewer than four days. horizon_over: the days that the scores are for have passed."""
    at: str
    """From when on the file is out of date."""
    since: str
    """The last file, the last event, or the end of the data."""
    days: float
    """The longest usual gap between files or events, or the horizon."""
    text: str
    """The reason as a sentence."""


class ManifestOutcomeValueAmount(TypedDict):
    """What people spend within the horizon, in the unit of the stream's values."""
    expected: float
    """Sum over the people."""
    expected_low: float
    """Lower bound of its 95 % interval."""
    expected_high: float
    """Upper bound of its 95 % interval."""


class ManifestOutcomeValueCount(TypedDict):
    """How often people reach the goal within the horizon, in events."""
    expected: float
    """Sum over the people."""
    expected_low: float
    """Lower bound of its 95 % interval."""
    expected_high: float
    """Upper bound of its 95 % interval."""


class ManifestOutcomeValue(TypedDict, total=False):
    """Sums of what these people are expected to have. Absent without `value` in the outcome."""
    amount: ManifestOutcomeValueAmount
    """What people spend within the horizon, in the unit of the stream's values."""
    count: ManifestOutcomeValueCount
    """How often people reach the goal within the horizon, in events."""


class _ManifestOutcomeRequired(TypedDict):
    """Required fields of ManifestOutcome."""
    outcome_id: str
    """ID of an outcome of the pipeline."""
    outcome_name: str
    """Display name of the outcome."""
    model_version: str
    """Hash of the model. Models with equal hashes score alike."""
    feature_version: str
    """Hash of the definitions of the features."""
    verdict: Verdict
    scored_count: int
    """People with a row and a probability."""
    expected: float
    """Expected number of people who attain: the sum of the probabilities."""


class ManifestOutcome(_ManifestOutcomeRequired, total=False):
    """ManifestOutcome"""
    horizon_days: float
    """Days after data_through that the scores are for. Absent without dates."""
    model_trained_at: str
    """When the model was fitted; builds that keep a model keep its date."""
    learned_through: str
    """Cutoff of what the model learned from."""
    refit_at: str
    """The model is fitted again once the data reach this date."""
    expected_low: float
    """Lower bound of the 95 % interval of the number who attain. It allows for chance, and for errors in the level of all probabilities as large as in the past."""
    expected_high: float
    """Upper bound of the 95 % interval."""
    value: ManifestOutcomeValue
    """Sums of what these people are expected to have. Absent without `value` in the outcome."""


class _TargetManifestRequired(TypedDict):
    """Required fields of TargetManifest."""
    target_id: str
    """ID of the target."""
    target_name: str
    """Display name of the target."""
    row_count: int
    """Number of rows."""
    left_out_count: int
    """People without a row."""
    file_size: int
    """Size of the file in bytes."""
    sha256: str
    """SHA-256 of the file, hexadecimal. In quotes, it is the ETag of the download."""
    columns: List[str]
    """Columns of the file, in order."""


class TargetManifest(_TargetManifestRequired, total=False):
    """TargetManifest"""
    build: str
    """Where changes are tracked: the build of the file, for since of the next download of changes."""
    builds: List[TrackedBuild]
    """Where changes are tracked: earlier builds since which they are known, the newest first."""
    built_at: str
    """When the file was made."""
    scored_at: str
    """When its scores were made."""
    data_through: str
    """Cutoff of the scores: just after the newest event."""
    stale_after: str
    """From when on the file is out of date. Absent where nothing tells."""
    is_stale: bool
    """Whether the file is out of date now."""
    text: str
    """The age of the file, to display."""
    stale_reasons: List[StaleReason]
    """What puts the file out of date, the earliest first."""
    outcomes: List[ManifestOutcome]
    """Outcomes of the pipeline, or the one of a list, with what they expect of the people who have a row. Absent, as everything about age, for files of earlier versions."""


class _TargetPreviewRequired(TypedDict):
    """Required fields of TargetPreview."""
    target_id: str
    """ID of the target."""
    message: str
    """Number of rows, or the reason why there are none."""


class TargetPreview(_TargetPreviewRequired, total=False):
    """TargetPreview"""
    rows: List[Dict[str, Union[str, float, bool, None]]]
    """First rows of the last build, at most 1,000."""


class TargetAnalysisColumnsItemRange(TypedDict):
    """For numbers: range of the values."""
    min: float
    """Minimum."""
    mean: float
    """Mean."""
    max: float
    """Maximum."""


class TargetAnalysisColumnsItemValuesItem(TypedDict):
    """TargetAnalysisColumnsItemValuesItem"""
    value: str
    """Value as written."""
    count: int
    """Rows with the value."""


class _TargetAnalysisColumnsItemRequired(TypedDict):
    """Required fields of TargetAnalysisColumnsItem."""
    name: str
    """Name of the column."""
    fill_rate: float
    """Share of rows with a value, 0 to 1."""


class TargetAnalysisColumnsItem(_TargetAnalysisColumnsItemRequired, total=False):
    """TargetAnalysisColumnsItem"""
    range: TargetAnalysisColumnsItemRange
    """For numbers: range of the values."""
    values: List[TargetAnalysisColumnsItemValuesItem]
    """For texts: the most frequent values."""


class TargetAnalysis(TypedDict):
    """TargetAnalysis"""
    row_count: int
    """Number of rows."""
    left_out_count: int
    """People without a row."""
    columns: List[TargetAnalysisColumnsItem]
    """Columns in the order of the file."""


class TargetLookupRequest(TypedDict, total=False):
    """TargetLookupRequest"""
    customer_id: str
    """The person's customer id."""
    email: str
    """The person's email."""
    email_hash: str
    """The person's email hash."""
    phone: str
    """The person's phone."""
    person_full_name: str
    """The person's person full name."""
    person_first_name: str
    """The person's person first name."""
    person_last_name: str
    """The person's person last name."""
    house_number_and_street: str
    """The person's house number and street."""
    city: str
    """The person's city."""
    state: str
    """The person's state."""
    postcode: str
    """The person's postcode."""
    freeform_address: str
    """The person's freeform address."""
    national_id: str
    """The person's national id."""
    country: str
    """The person's country."""


TargetLookupResponse = Dict[str, Union[str, float, bool, None]]


class _UploadRequired(TypedDict):
    """Required fields of Upload."""
    subpath: str
    """Directory and file name."""
    file_size: int
    """Size in bytes, as uploaded."""
    md5_hash: str
    """MD5 of the file in hexadecimal."""
    sha256_hash: str
    """SHA-256 of the file in hexadecimal."""
    created_at: str
    """When the upload was complete."""


class Upload(_UploadRequired, total=False):
    """Upload"""
    damaged_at: str
    """When its bytes were found to differ from what was uploaded. Absent: they do not. Upload the file again."""


class _ResumableUploadRequired(TypedDict):
    """Required fields of ResumableUpload."""
    id: str
    """Assigned by the service; also part of Location."""
    subpath: str
    """Directory and file name."""
    upload_offset: int
    """Bytes received so far."""
    upload_length: int
    """Size of the file in bytes."""
    created_at: str
    """When the upload was announced."""


class ResumableUpload(_ResumableUploadRequired, total=False):
    """ResumableUpload"""
    finished_at: str
    """When the file was complete and became an upload."""
