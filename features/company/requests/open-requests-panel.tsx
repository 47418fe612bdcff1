import { nameOf } from '#contract/full-name.ts'
import * as links from '#contract/links.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { TaskItem, TaskPlaceholders } from '#web/parts/task-item.tsx'
import { useActions } from '#web/ui/action.tsx'
import { useList } from '#web/ui/use-list.ts'
import { listAccessRequests, type ListedRequest } from './contract.ts'
import { useDecisions } from './decisions.tsx'
import { messages } from './texts/messages.ts'

/** Number of requests in the list of tasks; the others are on their own page. */
const maxShown = 5

type Props = {
  /** Number of all pending requests. */
  count: number
  onDecided: () => void
}

/** The first pending access requests as tasks, then a link to the others. */
export function OpenRequests({ count, onDecided }: Props) {
  const t = useMessages(messages)
  const { rows, error, refetch } = useList<ListedRequest, typeof listAccessRequests>(
    listAccessRequests,
    { state: 'open' },
  )
  const { offersOf, dialog } = useActions(
    useDecisions(() => {
      refetch()
      onDecided()
    }),
  )
  const toAll = <ButtonTo to={links.companyRequests()}>{t.view}</ButtonTo>
  if (!rows && error) return <TaskItem title={t.title}>{toAll}</TaskItem>
  if (!rows) return <TaskPlaceholders count={Math.min(count, maxShown)} />
  return (
    <>
      {rows.slice(0, maxShown).map((request) => {
        const facts = { name: nameOf(request.user), platform: request.platform.name }
        return (
          <TaskItem
            key={request.id}
            title={t.asksFor(facts)}
            note={request.reason === '' ? undefined : <bdi>{request.reason}</bdi>}
            actions={offersOf(request).map(({ text, onPress }) => ({
              text,
              name: facts.name,
              onPress,
            }))}
          />
        )
      })}
      {count > maxShown && (
        <TaskItem title={t.moreRequests({ count: count - maxShown })}>{toAll}</TaskItem>
      )}
      {dialog}
    </>
  )
}
