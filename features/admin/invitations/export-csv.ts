import {
  listInvitations,
  meetsFilters,
  type InvitationFilters,
  type ListedInvitation,
} from '#domain/lists/invitation-list.ts'
import { csvOfList, type CsvTexts } from '#server/csv.ts'
import type { Db } from '#server/db.ts'
import { exportInvitations } from './contract.ts'

const texts: CsvTexts<ListedInvitation, keyof typeof exportInvitations.csvColumns> = {
  company: ({ partner }) => partner.name,
  status: ({ state }) => state,
  platforms: ({ subsystems }) => subsystems.map(({ name }) => name).join('; '),
  language: ({ preferredLanguage }) => preferredLanguage,
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  expiresAt: ({ expiresAt }) => expiresAt?.toISOString() ?? '',
}

export function csvOfInvitations(db: Db, filters: InvitationFilters): AsyncGenerator<string> {
  const condition = meetsFilters(filters)
  return csvOfList(exportInvitations.csvColumns, texts, async (page) => ({
    rows: await listInvitations(db, condition, page),
  }))
}
