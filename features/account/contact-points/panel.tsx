import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmAction, FormDialog } from '#web/ui/confirm.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { useForm } from '#web/ui/form.tsx'
import { ItemList, ItemRow } from '#web/ui/item-row.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { UserTime } from '#web/user-time.tsx'
import { addContactPoint, listContactPoints, removeContactPoint } from './contract.ts'
import { panelMessages } from './texts/messages.ts'

type Point = Reply<typeof listContactPoints>[number]

const queryKey = ['contact-points']
const most = 3
const envelope = 'M3.5 6.5h17v11h-17ZM4 7l8 6 8-6'

/** Manages the other addresses that are notified of a request to replace the second factor. */
export function ContactPointsPanel() {
  const t = useMessages(panelMessages)
  const heading = useRef<HTMLButtonElement>(null)
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<'add' | Point>()
  const close = () => setDialog(undefined)

  function settle(): void {
    void queryClient.invalidateQueries({ queryKey })
    heading.current?.focus()
  }

  return (
    <Fold id="contact-points" title={t.title} icon={envelope} intro={t.intro} headingRef={heading}>
      <Listed onAdd={() => setDialog('add')} onRemove={setDialog} />
      {dialog === 'add' && <AddDialog onClose={close} onDone={settle} />}
      {typeof dialog === 'object' && (
        <RemoveDialog point={dialog} onClose={close} onDone={settle} />
      )}
    </Fold>
  )
}

type ListedProps = { onAdd: () => void; onRemove: (point: Point) => void }

function Listed({ onAdd, onRemove }: ListedProps) {
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
      {data.length < most ? (
        <div>
          <Button onClick={onAdd}>{t.add}</Button>
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
  return (
    <ItemRow
      icon={<LineIcon path={envelope} box={24} line={1.75} />}
      name={email}
      tags={
        <span className="tag" {...(!usable && { 'data-kind': 'bad' })}>
          {usable ? t.active : verified ? t.waiting : t.unconfirmed}
        </span>
      }
      facts={
        verified ? (
          <Fact name={t.countsFrom}>
            <UserTime time={usableFrom} />
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

type DialogProps = { onClose: () => void; onDone: () => void }

function AddDialog({ onClose, onDone }: DialogProps) {
  const t = useMessages(panelMessages)
  const form = useForm(addContactPoint, t, {
    empty: { email: '' },
    onDone: ({ email }) => {
      onClose()
      onDone()
      showSuccess(t.added({ email }))
    },
  })
  return (
    <FormDialog
      title={t.addTitle}
      action={t.add}
      onClose={onClose}
      form={form}
      fields={<TextField form={form} name="email" type="email" autoComplete="email" />}
    >
      <p>{t.addText}</p>
    </FormDialog>
  )
}

function RemoveDialog({ point, onClose, onDone }: DialogProps & { point: Point }) {
  const t = useMessages(panelMessages)
  const { id, email } = point
  return (
    <ConfirmAction
      isDangerous
      title={t.removeTitle}
      action={t.remove}
      run={async () => {
        await call(removeContactPoint, { params: { id }, body: {} })
        showSuccess(t.removed({ email }))
      }}
      onClose={onClose}
      onDone={onDone}
      failed={t.failedToRemove}
      words={t}
    >
      <p>
        <bdi>{email}</bdi>
      </p>
      <p>{t.removeText}</p>
    </ConfirmAction>
  )
}
