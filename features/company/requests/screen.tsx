import * as links from '#contract/links.ts'
import { joinParts } from '#contract/text.ts'
import { nameOf } from '#contract/full-name.ts'
import { useColon, useLocale, useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { companyParts } from '#web/parts/company-parts.ts'
import { useActions, type OfferedAction } from '#web/ui/action.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ListColumns } from '#web/ui/columns.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { statusTag } from '#web/ui/status-tag.tsx'
import { usePageList } from '#web/ui/use-list.ts'
import type { ListViews } from '#web/ui/view-tabs.tsx'
import { listAccessRequests, type ListedRequest } from './contract.ts'
import { useDecisions } from './decisions.tsx'
import { messages } from './texts/messages.ts'

const StateTag = statusTag(messages, 'state', { open: undefined, given: 'good', refused: 'off' })

const RequestsHeader = headerOf(messages)

/** The access requests of the company's users, with their decisions. */
export function RequestsPage() {
  const listed = usePageList(links.companyRequests, listAccessRequests, ({ state = 'open' }) => ({
    state: state === 'all' ? undefined : state,
  }))
  const { Recoveries } = companyParts()
  const { locale } = useLocale()
  const { offersOf, dialog } = useActions(useDecisions(listed.list.refetch))
  return (
    <ListPage
      {...listed}
      texts={messages}
      header={<RequestsHeader />}
      notice={<Recoveries linkedId={listed.view.search.approval} />}
      views={views}
      columns={columnsOf(offersOf)}
      rowName={({ user, platform }) => joinParts([nameOf(user), platform.name], locale)}
    >
      {dialog}
    </ListPage>
  )
}

const views: ListViews<typeof messages> = {
  view_open: {},
  view_decided: { state: 'decided' },
  view_all: { state: 'all' },
}

function columnsOf(offersOf: OffersOf): ListColumns<ListedRequest, typeof messages> {
  return [
    {
      id: 'user',
      kind: 'person',
      width: 26,
      value: ({ user }) => user,
      identity: ({ user: { id } }) => ({ to: links.companyUser({ id }) }),
    },
    { id: 'platform', kind: 'text', width: 12, value: ({ platform }) => platform.name },
    {
      id: 'reason',
      width: 16,
      cell: ({ reason }, t) =>
        reason === '' ? <span className="soft">{t.noReason}</span> : <bdi>{reason}</bdi>,
    },
    { id: 'asked', kind: 'time', width: 10, value: ({ askedAt }) => askedAt },
    {
      id: 'state',
      width: 8,
      onPhone: 'state',
      cell: ({ decision }) => <StateTag status={decision ?? 'open'} />,
    },
    { id: 'decision', width: 28, cell: (request) => <DecisionCell {...{ request, offersOf }} /> },
  ]
}

type OffersOf = (request: ListedRequest) => readonly OfferedAction[]
type DecisionProps = { request: ListedRequest; offersOf: OffersOf }

/** The administrator who decided; for an open request, the buttons, and the reason why it cannot be granted, if any. */
function DecisionCell({ request, offersOf }: DecisionProps) {
  const { locale } = useLocale()
  const t = useMessages(messages)
  const colon = useColon()
  const { decision, decidedBy, mayDecide, user, platform } = request
  const isOwn = useMe().id === user.id
  if (decision !== null)
    return <span className="soft">{decidedBy !== '' && t.by({ name: decidedBy })}</span>
  const requestName = joinParts([nameOf(user), platform.name], locale)
  return (
    <>
      {!mayDecide && <span className="soft">{isOwn ? t.ownRequest : t.onlySupport}</span>}
      <div className="button-row">
        {offersOf(request).map(({ id, text, onPress }) => (
          <Button
            key={id}
            isInRow
            aria-haspopup="dialog"
            aria-label={`${text}${colon}${requestName}`}
            onClick={onPress}
          >
            {text}
          </Button>
        ))}
      </div>
    </>
  )
}
