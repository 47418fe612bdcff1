import { useMemo } from 'react'
import { CutText } from '#web/ui/cut-text.tsx'
import type { Column } from '#web/ui/table.tsx'
import { userColumns, useUserWords, type UserLink } from '#web/ui/user-columns.tsx'
import type { PartnerUser } from './contract.ts'

/** The columns of the list of users, that of the company among them. */
export function useColumns(userLink: UserLink): readonly Column<PartnerUser>[] {
  const t = useUserWords()
  return useMemo(
    () =>
      userColumns<PartnerUser>(t, userLink, [
        {
          title: t.company,
          width: 13.4,
          onPhone: 'fact',
          cell: ({ partner }) => <CutText>{partner?.name ?? t.noCompany}</CutText>,
        },
      ]),
    [t, userLink],
  )
}
