import { useMemo } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { joinTexts, useMessages } from '#web/locale.ts'
import type { ListColumns } from '#web/ui/columns.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { userListMessages } from '#web/parts/texts/messages.ts'
import { useUserColumns } from '#web/parts/user-columns.tsx'
import type { PartnerUser } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './rows.module.css'

/** The texts of a list of users. */
export const texts = joinTexts(messages, userListMessages)

type Columns = ListColumns<PartnerUser, typeof texts>
type Options = {
  users: readonly PartnerUser[] | undefined
  /** Id of the company whose users are listed; undefined for all companies. */
  company?: string | undefined
  /** Id of the platform that the list is filtered by. */
  platform?: string | undefined
}

/** Returns the columns of the list. Roles are shown only for one company or platform, for lack of space. */
export function useUserListColumns({ users, company, platform }: Options): Columns {
  const isOfAll = company === undefined
  const others = useUserColumns({ users, platform, rolesReplacePlatforms: isOfAll })
  return useMemo(
    () => [nameColumn, ...(isOfAll ? [companyColumn] : []), ...others],
    [others, isOfAll],
  )
}

const nameColumn: Columns[number] = {
  id: 'name',
  kind: 'person',
  width: 41,
  sort: 'name',
  identity: ({ id, unreachable }) => ({
    to: adminLinks.user({ id }),
    sign: unreachable && <Unreachable />,
  }),
}

const companyColumn: Columns[number] = {
  id: 'company',
  kind: 'text',
  width: 12,
  value: ({ partner }, t) => partner?.name ?? t.noCompany,
}

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
