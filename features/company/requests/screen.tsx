import { useMemo, useState } from 'react'
import * as links from '#contract/links.ts'
import { useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { usePageSearch } from '#web/page-search.ts'
import { companyParts } from '#web/parts/company-parts.ts'
import { Button } from '#web/ui/button.tsx'
import { CutText } from '#web/ui/cut-text.tsx'
import { Ago, nameOf } from '#web/ui/facts.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import type { Column } from '#web/ui/table.tsx'
import { useList } from '#web/ui/use-list.ts'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import { listAccessRequests, type ListedRequest } from './contract.ts'
import { GiveDialog, RefuseDialog } from './dialogs.tsx'
import { messages } from './texts/messages.ts'

type Decision = 'give' | 'refuse'

const kinds = { open: undefined, given: 'good', refused: 'off' } as const

type Deciding = { decision: Decision; request: ListedRequest }

const RequestsHeader = headerOf(messages)

/** The access requests of the company's users, with their decisions. */
export function RequestsPage() {
  const view = usePageSearch(links.companyRequests)
  const { Recoveries } = companyParts()
  const t = useMessages(messages)
  const [deciding, setDeciding] = useState<Deciding>()
  const state = view.search.state ?? 'open'
  const list = useList(listAccessRequests, { state: state === 'all' ? undefined : state })
  const over = () => {
    setDeciding(undefined)
    list.refetch()
  }
  const dialog = { onClose: () => setDeciding(undefined), onOver: over }
  return (
    <ListPage
      header={<RequestsHeader />}
      notice={<Recoveries mailed={view.search.approval} />}
      view={view}
      views={useViews()}
      t={t}
      columns={useColumns(setDeciding)}
      list={list}
      rowName={({ user, platform }) => `${nameOf(user)}, ${platform.name}`}
    >
      {deciding?.decision === 'give' && <GiveDialog request={deciding.request} {...dialog} />}
      {deciding?.decision === 'refuse' && <RefuseDialog request={deciding.request} {...dialog} />}
    </ListPage>
  )
}

function useViews(): ListViews {
  const t = useMessages(messages)
  return useMemo(
    () => ({
      list: 'company-requests',
      names: ['state'],
      builtIn: [
        { id: 'open', name: t.view_open, query: {} },
        { id: 'decided', name: t.view_decided, query: { state: 'decided' } },
        { id: 'all', name: t.view_all, query: { state: 'all' } },
      ],
    }),
    [t],
  )
}

function useColumns(onDecide: (deciding: Deciding) => void): Column<ListedRequest>[] {
  // Another administrator decides about the user's own requests.
  const { id: ownId } = useMe()
  const t = useMessages(messages)
  return [
    {
      title: t.user,
      width: 24,
      cell: ({ user }) => (
        <Identity name={nameOf(user)} email={user.email} to={links.companyUser({ id: user.id })} />
      ),
    },
    {
      title: t.platform,
      width: 14,
      onPhone: 'fact',
      cell: ({ platform }) => <CutText>{platform.name}</CutText>,
    },
    {
      title: t.reason,
      width: 18,
      cell: ({ reason }) =>
        reason === '' ? <span className="soft">{t.noReason}</span> : <bdi>{reason}</bdi>,
    },
    {
      title: t.asked,
      width: 10,
      onPhone: 'titled',
      cell: ({ askedAt }) => <Ago time={askedAt} missing="" />,
    },
    {
      title: t.state,
      width: 12,
      onPhone: 'state',
      cell: ({ decision }) => (
        <span className="tag" data-kind={kinds[decision ?? 'open']}>
          {t[`state_${decision ?? 'open'}`]}
        </span>
      ),
    },
    {
      title: t.decision,
      width: 22,
      cell: (request) => <Decided {...{ request, onDecide }} isOwn={request.user.id === ownId} />,
    },
  ]
}

type DecidedProps = {
  request: ListedRequest
  isOwn: boolean
  onDecide: (deciding: Deciding) => void
}

/** The decision; for an open request, the buttons, or the reason why there are none. */
function Decided({ request, isOwn, onDecide }: DecidedProps) {
  const t = useMessages(messages)
  const { decision, decidedBy, mayDecide, user, platform } = request
  if (decision !== null) {
    return <span className="soft">{decidedBy !== '' && t.by({ name: decidedBy })}</span>
  }
  const about = `${nameOf(user)}, ${platform.name}`
  const button = (what: Decision) => (
    <Button
      isInRow
      aria-haspopup="dialog"
      aria-label={`${t[what]}: ${about}`}
      onClick={() => onDecide({ decision: what, request })}
    >
      {t[what]}
    </Button>
  )
  return (
    <>
      {!mayDecide && <span className="soft">{isOwn ? t.ownRequest : t.onlySupport}</span>}
      <div className="button-row">
        {mayDecide && button('give')}
        {!isOwn && button('refuse')}
      </div>
    </>
  )
}
