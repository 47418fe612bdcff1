import { useMemo } from 'react'
import { CutText } from '#web/ui/cut-text.tsx'
import type { Column } from '#web/ui/table.tsx'
import { useRolesColumn, userColumns, useUserWords, type UserLink } from '#web/ui/user-columns.tsx'
import type { PartnerUser } from './contract.ts'

type Options = {
  userLink: UserLink
  users: readonly PartnerUser[] | undefined
  /** The one whose users are listed. */
  company?: string | undefined
  platform?: string | undefined
}

/** Of all companies and platforms there is no room for roles beside the company. */
export function useColumns({ userLink, users, company, platform }: Options) {
  const t = useUserWords()
  const roles = useRolesColumn(users, platform)
  return useMemo((): readonly Column<PartnerUser>[] => {
    const ofCompany: Column<PartnerUser> = {
      title: t.company,
      width: 13.4,
      onPhone: 'fact',
      cell: ({ partner }) => <CutText>{partner?.name ?? t.noCompany}</CutText>,
    }
    if (company !== undefined) return userColumns<PartnerUser>(t, userLink, { roles })
    const columns = userColumns<PartnerUser>(t, userLink, { second: [ofCompany] })
    if (platform === undefined || roles.length === 0) return columns
    return columns.flatMap((column) => (column.title === t.platforms ? roles : column))
  }, [t, userLink, roles, company, platform])
}
