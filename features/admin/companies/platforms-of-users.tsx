import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import type { Platform } from '#web/ui/network-rules.tsx'
import { givePlatform, takePlatform, type CompanyDetails } from './contract.ts'
import { messages } from './messages.ts'

type Props = { company: CompanyDetails; platforms: readonly Platform[] }
type Order = { platform: Platform; gives: boolean }

/** Gives a platform to all users that the company has now, or takes it away from them. */
export function PlatformsOfUsers({ company, platforms }: Props) {
  const t = useMessages(messages)
  const [order, setOrder] = useState<Order>()
  const columns = useColumns(setOrder)
  const own = platforms.filter(({ id }) => company.subsystems?.includes(id) ?? true)
  return (
    <Panel title={t.ofUsers} intro={t.ofUsersHint}>
      {own.length === 0 && <p className="soft">{t.noPlatforms}</p>}
      {own.length > 0 && <Table caption={t.ofUsers} rows={own} columns={columns} />}
      {order && <OrderDialog {...order} company={company} onClose={() => setOrder(undefined)} />}
    </Panel>
  )
}

function useColumns(onOrder: (order: Order) => void): Column<Platform>[] {
  const t = useMessages(messages)
  return [
    { title: t.platform, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      title: t.action,
      cell: (platform) => (
        <span className="button-row">
          {[true, false].map((gives) => (
            <Button
              key={String(gives)}
              isInRow
              aria-label={fill(gives ? t.giveOf : t.takeOf, { platform: platform.name })}
              onClick={() => onOrder({ platform, gives })}
            >
              {gives ? t.give : t.take}
            </Button>
          ))}
        </span>
      ),
    },
  ]
}

type DialogProps = Order & { company: CompanyDetails; onClose: () => void }

function OrderDialog({ platform, gives, company, onClose }: DialogProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const endpoint = gives ? givePlatform : takePlatform
  const params = { id: company.id, subsystem: platform.id }
  const effect = useQuery({
    queryKey: ['platform-of-all', params, gives],
    queryFn: ({ signal }) => call(endpoint, { params, body: { dryRun: true } }, { signal }),
    staleTime: 0,
  })
  const names = { platform: platform.name, company: company.name }
  return (
    <ReasonDialog
      endpoint={endpoint}
      params={params}
      t={t}
      isDangerous={!gives}
      title={fill(gives ? t.askGive : t.askTake, names)}
      action={gives ? t.give : t.take}
      onClose={onClose}
      onDone={(reply) => {
        const { people } = reply as { people: number }
        showSuccess(fill(counted(gives ? t.giving : t.taking, people, locale), names))
        onClose()
      }}
    >
      <p>{fill(gives ? t.giveEffect : t.takeEffect, names)}</p>
      {effect.error && (
        <Failure
          text={t.effectUnknown}
          error={effect.error}
          onRetry={() => void effect.refetch()}
        />
      )}
      <p role="status">
        {effect.data && <strong>{counted(t.concerned, effect.data.people, locale)}</strong>}
      </p>
    </ReasonDialog>
  )
}
