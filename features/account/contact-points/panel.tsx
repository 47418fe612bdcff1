import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { maxContactPoints } from '#contract/account-limits.ts'
import type { Reply } from '#contract/endpoint.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { action, ActionButton, useActions } from '#web/ui/action.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { ItemList, ItemRow } from '#web/ui/item-row.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { addContactPoint, listContactPoints, removeContactPoint } from './contract.ts'
import { panelMessages } from './texts/messages.ts'

type Point = Reply<typeof listContactPoints>[number]

const queryKey = ['contact-points']
const envelope = 'M3.5 6.5h17v11h-17ZM4 7l8 6 8-6'

/** Manages the other addresses that are notified of a request to replace the second factor. */
export function ContactPointsPanel() {
  const t = useMessages(panelMessages)
  const heading = useRef<HTMLButtonElement>(null)
  const queryClient = useQueryClient()
  // Moves the focus, because the button of the change may be gone afterwards.
  function refreshAndFocus(): void {
    void queryClient.invalidateQueries({ queryKey })
    heading.current?.focus()
  }

  const { ask, dialog } = useActions(usePointActions(refreshAndFocus))
  return (
    <Fold id="contact-points" title={t.title} icon={envelope} intro={t.intro} headingRef={heading}>
      <PointList onAdded={refreshAndFocus} onRemove={(point) => ask(point, 'remove')} />
      {dialog}
    </Fold>
  )
}

type PointListProps = { onAdded: () => void; onRemove: (point: Point) => void }

function PointList({ onAdded, onRemove }: PointListProps) {
  const t = useMessages(panelMessages)
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listContactPoints, {}, { signal }),
    staleTime: 0,
  })
  if (isPending) return <Skeleton rows={1} text={t.loading} />
  if (!data) return <Failure text={t.failed} error={error} onRetry={() => void refetch()} />
  return (
    <>
      {data.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <ItemList>
          {data.map((point) => (
            <Row key={point.id} point={point} onRemove={() => onRemove(point)} />
          ))}
        </ItemList>
      )}
      {data.length < maxContactPoints ? (
        <div>
          <AddButton onAdded={onAdded} />
        </div>
      ) : (
        <p>{t.full}</p>
      )}
    </>
  )
}

function Row({ point, onRemove }: { point: Point; onRemove: () => void }) {
  const t = useMessages(panelMessages)
  const { email, verified, usable, usableFrom } = point
  const [unusableText, unusableKind] = verified ? [t.waiting, 'low'] : [t.unconfirmed, 'bad']
  return (
    <ItemRow
      icon={<LineIcon path={envelope} box={24} strokeWidth={1.75} />}
      name={email}
      tags={
        <span className="tag" data-kind={usable ? 'good' : unusableKind}>
          {usable ? t.active : unusableText}
        </span>
      }
      facts={
        verified ? (
          <Fact name={usable ? t.activeSince : t.countsFrom}>
            <Moment time={usableFrom} />
          </Fact>
        ) : (
          <Fact name={t.toDo}>{t.unconfirmedHint}</Fact>
        )
      }
      actions={
        <Button aria-label={t.removeOf({ email })} onClick={onRemove}>
          {t.remove}
        </Button>
      }
    />
  )
}

function AddButton({ onAdded }: Pick<PointListProps, 'onAdded'>) {
  const t = useMessages(panelMessages)
  const add = action({
    endpoint: addContactPoint,
    text: t.add,
    t,
    form: {
      initial: { email: '' },
      fields: (form) => <TextField form={form} name="email" type="email" autoComplete="email" />,
    },
    title: t.addTitle,
    effect: t.addText,
    done: ({ email }) => t.added({ email }),
    onDone: onAdded,
  })
  return <ActionButton action={add} />
}

function usePointActions(onDone: () => void) {
  const t = useMessages(panelMessages)
  return ({ id, email }: Point) => ({
    remove: action({
      endpoint: removeContactPoint,
      params: { id },
      text: t.remove,
      danger: 'usual',
      failed: t.failedToRemove,
      t,
      title: t.removeTitle,
      children: (
        <>
          <p>
            <bdi>{email}</bdi>
          </p>
          <p>{t.removeText}</p>
        </>
      ),
      done: t.removed({ email }),
      onDone,
    }),
  })
}
