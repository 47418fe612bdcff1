/** Maximum number of passkeys of one account. */
export const maxPasskeys = 10

/** Maximum number of further email addresses of one account that are notified about changes. */
export const maxContactPoints = 3

/** Maximum number of unused recovery codes at which users are emailed, and pages recommend new codes. */
export const fewCodes = 3
