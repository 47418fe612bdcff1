import type { Capability, Row } from './capability.ts'
import { capabilitiesOfAdmins } from './table-of-admins.ts'
import { capabilitiesOfUsers } from './table-of-users.ts'

/** Rows that no program proves, each with the reason. */
export const unproven: Readonly<Partial<Record<Row, string>>> = {
  'command:backup':
    'operator-data backs up the database of the demo, which needs no PostgreSQL programs on the machine',
  'command:restore': 'as command:backup',
  'mail:reset-mfa':
    'sent where one admin alone may reset; the portal of these programs asks for two',
  'mail:admin-added':
    'sent where the identity provider of a company logs admins in, which the demo has not',
  'mail:admin-reset': 'as mail:admin-added',
  'mail:passkey-disabled':
    'sent where the counter of a passkey shows a copy; features/account/sign-in/passkey-refusals.test.ts tests it',
}

/** Use cases that no program walks, each with the reason. */
export const unwalked: Readonly<Record<string, string>> = {}

/** Each capability, the program that walks it, and the rows of the product's lists that it proves. */
export const capabilities: readonly Capability[] = [...capabilitiesOfUsers, ...capabilitiesOfAdmins]
