import { adminCommand } from '../features/admin/admins/command.ts'
import {
  auditExportCommand,
  auditRetireCommand,
  auditVerifyCommand,
} from '../features/admin/audit-log/command.ts'
import { inviteCommand } from '../features/admin/invitations/command.ts'
import { platformCommand } from '../features/admin/platforms/command.ts'
import { reencryptCommand } from '../features/admin/keys/command.ts'
import { rotateKeysCommand } from '../features/platforms/single-sign-on/command.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { migrateCommand } from './commands/migrate.ts'
import { supportCommand } from './support.ts'

/** What works without a browser, by name. Each answers in lines for the terminal. */
const commands: Record<string, (words: readonly string[]) => Promise<string[]>> = {
  admin: adminCommand,
  invite: inviteCommand,
  platform: platformCommand,
  'audit:verify': auditVerifyCommand,
  'audit:export': auditExportCommand,
  'audit:retire': auditRetireCommand,
  'keys:rotate': rotateKeysCommand,
  'keys:reencrypt': reencryptCommand,
  migrate: migrateCommand,
  backup: backupCommand,
  restore: restoreCommand,
  support: supportCommand,
}

/** Throws an Error of one sentence when there is no such command or its words are wrong. */
export async function runCommand(name: string, words: readonly string[]): Promise<string[]> {
  const command = commands[name]
  if (command) return command(words)
  const known = Object.keys(commands).join(', ')
  throw new Error(`There is no command ${name}. There are: ${known}`)
}
