import { useMessages } from '#web/locale.ts'
import { Breakable } from '#web/ui/breakable.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { connectMessages } from './texts/messages.ts'
import styles from './connect.module.css'
import type { Claims } from './test-contract.ts'

type Props = { claims: Claims; scope: string }
type Row = Claims[number] & { id: string }

/** Shows the claims that a platform receives about a user, and the granted scopes. */
export function ClaimsTable({ claims, scope }: Props) {
  const t = useMessages(connectMessages)
  const columns: Column<Row>[] = [
    { title: t.claim, width: 24, cell: ({ name }) => <code dir="ltr">{name}</code> },
    { title: t.idToken, width: 38, cell: ({ idToken }) => <Value of={idToken} /> },
    { title: t.userInfo, width: 38, cell: ({ userInfo }) => <Value of={userInfo} /> },
  ]
  return (
    <>
      <Table
        caption={t.claims}
        columns={columns}
        rows={claims.map((claim) => ({ ...claim, id: claim.name }))}
      />
      <p className="soft">{t.grantedScopes({ scopes: scope })}</p>
    </>
  )
}

function Value({ of }: { of: string | null }) {
  if (of === null) return <span className="soft">–</span>
  return (
    <code className={styles.value} dir="ltr">
      <Breakable text={of} />
    </code>
  )
}
