import { useMemo } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { useMessages } from '#web/locale.ts'
import { CutText } from '#web/ui/cut-text.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
import type { Column } from '#web/ui/table.tsx'
import { useRolesColumn, userColumns, useUserWords } from '#web/ui/user-columns.tsx'
import type { PartnerUser } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './rows.module.css'

type Options = {
  users: readonly PartnerUser[] | undefined
  /** Id of the company whose users are listed; undefined for all companies. */
  company?: string | undefined
  platform?: string | undefined
}

/** Returns the columns of the list. Roles are shown only for one company or platform, for lack of space. */
export function useColumns({ users, company, platform }: Options) {
  const t = useUserWords()
  const roles = useRolesColumn(users, platform)
  return useMemo((): readonly Column<PartnerUser>[] => {
    const ofCompany: Column<PartnerUser> = {
      title: t.company,
      width: 13.4,
      onPhone: 'fact',
      cell: ({ partner }) => <CutText>{partner?.name ?? t.noCompany}</CutText>,
    }
    if (company !== undefined) return userColumns<PartnerUser>(t, linkOf, { roles, sign })
    const columns = userColumns<PartnerUser>(t, linkOf, { second: [ofCompany], sign })
    if (platform === undefined || roles.length === 0) return columns
    return columns.flatMap((column) => (column.title === t.platforms ? roles : column))
  }, [t, roles, company, platform])
}

const linkOf = (id: string) => adminLinks.user({ id })

const sign = ({ unreachable }: PartnerUser) => unreachable && <Unreachable />

/** A sign that emails do not reach the user. On wide screens its text is only a tooltip, and for screen readers. */
function Unreachable() {
  const { unreachable } = useMessages(messages)
  return (
    <span className={styles.unreachable} title={unreachable}>
      <LineIcon
        path="M12 16H2.5V4.5h15V10M2.5 5.5 10 11l7.5-5.5M14 13l4.5 4.5m0-4.5L14 17.5"
        size={16}
      />
      <span>{unreachable}</span>
    </span>
  )
}
