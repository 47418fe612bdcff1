/**
 * Reasons why an email was not delivered. `address`: the address does not exist. `full`: the mailbox is full. `spam`:
 * refused as spam. `later`: the recipient's mail server asked us to retry later. `server`: our mail server is
 * unreachable. `login`: our mail server rejects our login or sender. `server` and `login` affect every email.
 */
export const mailFaults = ['address', 'full', 'spam', 'later', 'server', 'login', 'other'] as const

export type MailFault = (typeof mailFaults)[number]
