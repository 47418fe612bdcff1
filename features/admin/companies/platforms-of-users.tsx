import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { numberFormat } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { getPartner, givePlatform, takePlatform, type CompanyDetails } from './contract.ts'
import { messages, companyTabMessages } from './texts/messages.ts'
import type { Platform } from '#web/parts/network-rules.tsx'

type Props = { company: CompanyDetails; platforms: readonly Platform[] }
type Order = { platform: Platform; gives: boolean }

/** Shows the number of users of each platform, with buttons to grant or revoke it for all users of the company. */
export function PlatformsOfUsers({ company, platforms }: Props) {
  const t = useMessages(messages)
  const [order, setOrder] = useState<Order>()
  const { counts, watch } = useCounts(company)
  const columns = useColumns(counts, setOrder)
  const companyPlatforms = platforms.filter(
    ({ id, offeredToAll = true }) => company.subsystems?.includes(id) ?? offeredToAll,
  )
  return (
    <Panel title={t.ofUsers} intro={t.ofUsersHint}>
      {companyPlatforms.length === 0 ? (
        <p className="soft">{t.noPlatforms}</p>
      ) : (
        <Table caption={t.ofUsers} rows={companyPlatforms} columns={columns} />
      )}
      {order && (
        <OrderDialog
          {...order}
          company={company}
          onClose={() => setOrder(undefined)}
          onOrdered={watch}
        />
      )}
    </Panel>
  )
}

const [watchMs, pollMs] = [20_000, 2_000]

/**
 * Fetches the counts separately from the company, because refetching the company would reset its form. After an order,
 * polls for 20 seconds, because the worker changes the counts in the background.
 */
function useCounts(company: CompanyDetails) {
  const { id } = company
  const [watchedUntil, setWatchedUntil] = useState(0)
  const { data = company } = useQuery({
    queryKey: ['company-counts', id],
    queryFn: ({ signal }) =>
      call(getPartner, { params: { id } }, { signal, background: watchedUntil > 0 }),
    initialData: company,
    refetchInterval: () => (Date.now() < watchedUntil ? pollMs : false),
  })
  return { counts: data, watch: () => setWatchedUntil(Date.now() + watchMs) }
}

function useColumns(
  { id: company, people, platformUsers }: CompanyDetails,
  onOrder: (order: Order) => void,
): Column<Platform>[] {
  const t = useMessages(messages)
  const words = useMessages(companyTabMessages)
  const { locale } = useLocale()
  const usersOf = (id: string) => platformUsers.find((each) => each.id === id)?.users ?? 0
  return [
    { title: t.platform, width: 40, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      title: t.people,
      width: 20,
      cell: ({ id: platform }) => (
        <LinkTo to={adminLinks.users({ company, platform, deactivated: 'shown' })}>
          {words.usersOf({ count: people, users: numberFormat(locale).format(usersOf(platform)) })}
        </LinkTo>
      ),
    },
    {
      title: t.action,
      width: 40,
      cell: (platform) => (
        <span className="button-row">
          {[true, false].map((gives) => (
            <Button
              key={String(gives)}
              isInRow
              variant={gives ? 'secondary' : 'danger-outline'}
              aria-label={(gives ? t.giveOf : t.takeOf)({ platform: platform.name })}
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

type DialogProps = Order & { company: CompanyDetails; onClose: () => void; onOrdered: () => void }

function OrderDialog({ platform, gives, company, onClose, onOrdered }: DialogProps) {
  const t = useMessages(messages)
  const endpoint = gives ? givePlatform : takePlatform
  const params = { id: company.id, subsystem: platform.id }
  // A dry run counts the users that the order would change now.
  const effect = useQuery({
    queryKey: ['platform-of-all', params, gives],
    queryFn: ({ signal }) => call(endpoint, { params, body: { dryRun: true } }, { signal }),
    staleTime: 0,
  })
  const names = { platform: platform.name, company: company.name }
  return (
    <ActionDialog
      endpoint={endpoint}
      params={params}
      t={t}
      reason="required"
      danger={gives ? undefined : 'usual'}
      isDisabled={effect.data?.people === 0}
      text={gives ? t.give : t.take}
      title={(gives ? t.askGive : t.askTake)(names)}
      effect={(gives ? t.giveEffect : t.takeEffect)(names)}
      done={({ people }) => (gives ? t.giving : t.taking)({ count: people, ...names })}
      onDone={onOrdered}
      onClose={onClose}
    >
      {effect.error && (
        <Failure
          text={t.effectUnknown}
          error={effect.error}
          onRetry={() => void effect.refetch()}
        />
      )}
      <p role="status">
        {effect.data && <AffectedUsers gives={gives} people={effect.data.people} />}
      </p>
    </ActionDialog>
  )
}

function AffectedUsers({ gives, people }: { gives: boolean; people: number }) {
  const t = useMessages(messages)
  const words = useMessages(companyTabMessages)
  if (people === 0) return <strong>{gives ? words.everyoneHas : words.nobodyHas}</strong>
  return <strong>{t.concerned({ count: people })}</strong>
}
