/**
 * Why a mail did not arrive: `address` does not exist, its mailbox is `full`, it was refused as `spam`; `later`: its mail server asked us to try later; `server`: our mail
 * server cannot be reached, `login`: it refuses our login or sender. The last two concern every mail.
 */
export const mailFaults = ['address', 'full', 'spam', 'later', 'server', 'login', 'other'] as const

export type MailFault = (typeof mailFaults)[number]
