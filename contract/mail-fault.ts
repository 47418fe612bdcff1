/**
 * Reasons why an email was not delivered. `address`: the address does not exist. `full`: the mailbox is full. `spam`:
 * refused as spam. `later`: the recipient's mail server asked for a later retry. `server`: the portal's mail server is
 * unreachable. `login`: the portal's mail server rejects the portal's login or sender. `other`: any other reason.
 * `server` and `login` affect every email.
 */
export const mailFaults = ['address', 'full', 'spam', 'later', 'server', 'login', 'other'] as const

export type MailFault = (typeof mailFaults)[number]
