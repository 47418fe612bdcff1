/** Maximum number of passkeys of one account. */
export const maxPasskeys = 10

/** Maximum number of further email addresses of one account that are notified about changes. */
export const maxContactPoints = 3

/** Number of unused recovery codes up to which users get a mail, and pages recommend new codes. */
export const fewCodes = 3
