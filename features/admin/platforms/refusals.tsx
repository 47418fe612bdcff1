import { colonOf } from '#contract/text.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Breakable } from '#web/ui/breakable.tsx'
import { Button } from '#web/ui/button.tsx'
import { CellTime } from '#web/ui/facts.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import type { PlatformDetails } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

type Props = { platform: PlatformDetails; onReload: () => void }

/** Shows the platform's last refused requests with their reasons; the platform itself receives only an error code. */
export function Refusals({ platform: { refusals }, onReload }: Props) {
  const t = useMessages(messages)
  const columns = useColumns()
  return (
    <Panel title={t.refusals} intro={t.refusalsIntro}>
      {refusals.length === 0 ? (
        <p className="soft">{t.noRefusals}</p>
      ) : (
        <Table caption={t.refusals} columns={columns} rows={refusals} />
      )}
      <div className="button-row">
        <Button onClick={onReload}>{t.refresh}</Button>
      </div>
    </Panel>
  )
}

function useColumns(): Column<PlatformDetails['refusals'][number]>[] {
  const t = useMessages(messages)
  const { locale } = useLocale()
  return [
    { title: t.refusedAt, width: 3, cell: ({ at }) => <CellTime time={at} /> },
    {
      title: t.reason,
      width: 8,
      cell: ({ endpoint, error, reason, value = '' }) => (
        <span className={styles.technical}>
          <span dir="ltr" lang="en">
            <code>
              <Breakable text={endpoint} />
            </code>{' '}
            <code>
              <Breakable text={error} />
            </code>
            {reason && ` ${reason}`}
          </span>
          {value !== '' && (
            <span className="second-line">
              {t.received + colonOf(locale)}
              <code dir="ltr">
                <Breakable text={value} />
              </code>
            </span>
          )}
        </span>
      ),
    },
    {
      title: t.requestFrom,
      width: 4,
      cell: ({ ipAddress, requestId }) => (
        <span className={styles.technical} dir="ltr">
          {ipAddress}{' '}
          <code>
            <Breakable text={requestId} />
          </code>
        </span>
      ),
    },
  ]
}
