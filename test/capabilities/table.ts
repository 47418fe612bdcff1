import type { Capability, Row } from './capability.ts'
import { capabilitiesOfAdmins } from './table-of-admins.ts'
import { capabilitiesOfUsers } from './table-of-users.ts'

/** Rows that no program proves, each with the reason. */
export const unproven: Readonly<Partial<Record<Row, string>>> = {
  'command:backup':
    'operator-data backs up the database of the demo, which needs no PostgreSQL programs on the machine',
  'command:restore': 'as command:backup',
}

/** Use cases that no program walks, each with the reason. */
export const unwalked: Readonly<Record<string, string>> = {}

/** Each capability, the program that walks it, and the rows of the product's lists that it proves. */
export const capabilities: readonly Capability[] = [...capabilitiesOfUsers, ...capabilitiesOfAdmins]
