import { useMemo, useState } from 'react'
import * as links from '#contract/links.ts'
import { useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { companyParts } from '#web/parts/company-parts.ts'
import { Button } from '#web/ui/button.tsx'
import type { ListColumns } from '#web/ui/columns.tsx'
import { nameOf } from '#web/ui/facts.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { statusTag } from '#web/ui/status-tag.tsx'
import { usePageList } from '#web/ui/use-list.ts'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import { listAccessRequests, type ListedRequest } from './contract.ts'
import { GiveDialog, RefuseDialog } from './dialogs.tsx'
import { messages } from './texts/messages.ts'

type Decision = 'give' | 'refuse'

const StateTag = statusTag(messages, 'state', { open: undefined, given: 'good', refused: 'off' })

type Deciding = { decision: Decision; request: ListedRequest }

const RequestsHeader = headerOf(messages)

/** The access requests of the company's users, with their decisions. */
export function RequestsPage() {
  const listed = usePageList(links.companyRequests, listAccessRequests, ({ state = 'open' }) => ({
    state: state === 'all' ? undefined : state,
  }))
  const { Recoveries } = companyParts()
  const [deciding, setDeciding] = useState<Deciding>()
  const over = () => {
    setDeciding(undefined)
    listed.list.refetch()
  }
  const dialog = { onClose: () => setDeciding(undefined), onOver: over }
  return (
    <ListPage
      {...listed}
      texts={messages}
      header={<RequestsHeader />}
      notice={<Recoveries mailed={listed.view.search.approval} />}
      views={views}
      columns={useMemo(() => columnsOf(setDeciding), [])}
      rowName={({ user, platform }) => `${nameOf(user)}, ${platform.name}`}
    >
      {deciding?.decision === 'give' && <GiveDialog request={deciding.request} {...dialog} />}
      {deciding?.decision === 'refuse' && <RefuseDialog request={deciding.request} {...dialog} />}
    </ListPage>
  )
}

const views: ListViews<typeof messages> = {
  view_open: {},
  view_decided: { state: 'decided' },
  view_all: { state: 'all' },
}

function columnsOf(
  onDecide: (deciding: Deciding) => void,
): ListColumns<ListedRequest, typeof messages> {
  return [
    {
      id: 'user',
      kind: 'person',
      width: 24,
      value: ({ user }) => user,
      identity: ({ user: { id } }) => ({ to: links.companyUser({ id }) }),
    },
    { id: 'platform', kind: 'text', width: 14, value: ({ platform }) => platform.name },
    {
      id: 'reason',
      width: 18,
      cell: ({ reason }, t) =>
        reason === '' ? <span className="soft">{t.noReason}</span> : <bdi>{reason}</bdi>,
    },
    { id: 'asked', kind: 'ago', width: 10, value: ({ askedAt }) => askedAt },
    {
      id: 'state',
      width: 12,
      onPhone: 'state',
      cell: ({ decision }) => <StateTag status={decision ?? 'open'} />,
    },
    { id: 'decision', width: 22, cell: (request) => <Decided {...{ request, onDecide }} /> },
  ]
}

type DecidedProps = {
  request: ListedRequest
  onDecide: (deciding: Deciding) => void
}

/** The decision; for an open request, the buttons, or the reason why there are none. */
function Decided({ request, onDecide }: DecidedProps) {
  const t = useMessages(messages)
  const { decision, decidedBy, mayDecide, user, platform } = request
  // Another administrator decides about the user's own requests.
  const isOwn = useMe().id === user.id
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
