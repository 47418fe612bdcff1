import { createContext, use, type ComponentType, type ReactNode } from 'react'
import type { ApprovalKind } from '#contract/approval.ts'
import type { AuditEntry } from '#contract/audit-entry.ts'
import type { BulkSelection } from '../ui/bulk-bar.tsx'
import type { ListSearch } from '../ui/list-filters.tsx'

type NamedRecord = { id: string; name: string }
type Find<Item> = (typed: string, signal: AbortSignal) => Promise<readonly Item[]>

/** Filter of the approval requests on a page: those about a record, or those of some kinds (separated by commas). */
export type PendingProps = {
  about: { target: string } | { kind: string }
  /** Kind that the page shows separately. */
  except?: ApprovalKind
}

export type EntryDetailsProps = {
  entry: AuditEntry
  onClose: () => void
  /** Opens the previous entry; undefined for the first. */
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

/** Renders the buttons for selected users; undefined for an admin without permission for bulk changes. */
export type RenderUserBulk =
  | ((selection: BulkSelection & { query: ListSearch }) => ReactNode)
  | undefined

/** Parts of other use cases that pages of the admin area show; app/web/admin/parts.tsx provides them. */
export type Parts = {
  /** A notice of the open approval requests. */
  Pending: ComponentType<PendingProps>
  /** The details of an audit entry, in a dialog. */
  EntryDetails: ComponentType<EntryDetailsProps>
  UsersAndInvitationsOfCompany: ComponentType<{ company: string }>
  ActivityOfCompany: ComponentType<{
    company: string
    period: string | undefined
    onPeriod: (period: string) => void
  }>
  ActivityOfAdmin: ComponentType<{ admin: string }>
  /** Provides a list of users with the buttons for selected users, and shows the dialogs that they open. */
  UserBulk: ComponentType<{ children: (bulk: RenderUserBulk) => ReactNode }>
  findCompanies: Find<NamedRecord>
  findUsers: Find<NamedRecord & { email: string }>
  findPlatforms: (signal: AbortSignal) => Promise<readonly NamedRecord[]>
  /** Sends invitations again. Throws the `Refusal` of the first that cannot be sent. */
  resendInvitations: (ids: readonly string[]) => Promise<void>
  /** Returns the names of the pages that these permissions open. */
  pagesFor: (permissions: readonly string[]) => readonly string[]
}

export const PartsContext = createContext<Parts | undefined>(undefined)

/** Returns the parts of other use cases. Throws outside of the admin area. */
export function useParts(): Parts {
  const parts = use(PartsContext)
  if (!parts) throw new Error('only the admin area has parts')
  return parts
}
