import type { Capability, Row } from './capability.ts'
import { capabilitiesOfAdmins } from './table-of-admins.ts'
import { capabilitiesOfUsers } from './table-of-users.ts'

/** Rows that no program covers, each with the reason. */
export const uncovered: Readonly<Partial<Record<Row, string>>> = {
  'command:backup':
    'operator-data backs up the database of the demo, without PostgreSQL programs on the machine',
  'command:restore': 'as command:backup',
  'mail:reset-mfa':
    'sent only if one admin alone may reset; these programs run with two-person approval',
  'mail:admin-added':
    'sent only if admins log in through an external identity provider, which the demo does not have',
  'mail:admin-reset': 'as mail:admin-added',
  'mail:passkey-disabled':
    'sent if the counter of a passkey indicates a copy; features/account/sign-in/passkey-refusals.test.ts tests it',
}

/** Use cases that no program covers, each with the reason. */
export const untested: Readonly<Record<string, string>> = {}

/** Each capability, the program that tests it, and the rows of the product's lists that it covers. */
export const capabilities: readonly Capability[] = [...capabilitiesOfUsers, ...capabilitiesOfAdmins]
