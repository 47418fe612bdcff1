import type { Capability, Row } from './capability.ts'
import { capabilitiesOfAdmins } from './table-of-admins.ts'
import { capabilitiesOfUsers } from './table-of-users.ts'

/** Rows that no program proves, each with the reason. */
export const unproven: Readonly<Partial<Record<Row, string>>> = {
  'job:seal-audit-log': 'no program reads the heads of the audit log yet',
  'job:keep-audit-months': 'no program looks at the months of the audit log yet',
}

/** Use cases that no program walks, each with the reason. */
export const unwalked: Readonly<Record<string, string>> = {
  'platforms/sandbox': 'needs a portal in the role of a sandbox',
}

/** Each capability, the program that walks it, and the rows of the product's lists that it proves. */
export const capabilities: readonly Capability[] = [...capabilitiesOfUsers, ...capabilitiesOfAdmins]
