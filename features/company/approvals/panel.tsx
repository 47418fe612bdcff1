import { useQuery, useQueryClient } from '@tanstack/react-query'
import { nameOf } from '#contract/full-name.ts'
import { call } from '#web/api.ts'
import { useColon, useMessages } from '#web/locale.ts'
import { useActions, type OfferedAction } from '#web/ui/action.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { ItemList, ItemRow } from '#web/ui/item-row.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { listRecoveries, type Recovery } from './contract.ts'
import { useDecisions } from './decisions.tsx'
import { messages } from './texts/messages.ts'

const queryKey = [listRecoveries.path]

/**
 * Open recoveries of users who lost a second factor, with the buttons to decide them. `linkedId` is the id of the
 * recovery that an email links to.
 */
export function RecoveriesPanel({ linkedId }: { linkedId?: string | undefined }) {
  const t = useMessages(messages)
  const queryClient = useQueryClient()
  const {
    data = [],
    error,
    isSuccess,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listRecoveries, {}, { signal }),
    staleTime: 0,
  })
  const decisionsOf = useDecisions(() => void queryClient.invalidateQueries({ queryKey }))
  const { offersOf, dialog } = useActions(decisionsOf)
  const isLinkedClosed =
    isSuccess && linkedId !== undefined && data.every(({ id }) => id !== linkedId)
  return (
    <>
      {error && <Failure text={t.failed} error={error} onRetry={() => void refetch()} />}
      {isLinkedClosed && <Notice>{t.changedMeanwhile}</Notice>}
      {data.length > 0 && (
        <Panel title={t.title} intro={t.intro}>
          <ItemList>
            {data.map((recovery) => (
              <Row key={recovery.id} recovery={recovery} offers={offersOf(recovery)} />
            ))}
          </ItemList>
        </Panel>
      )}
      {dialog}
    </>
  )
}

type RowProps = { recovery: Recovery; offers: readonly OfferedAction[] }

function Row({ recovery, offers }: RowProps) {
  const t = useMessages(messages)
  const colon = useColon()
  const { state, user } = recovery
  const name = nameOf(user)
  return (
    <ItemRow
      icon={<LineIcon path="M7 3h6v14H7zM9.5 14.5h1" />}
      name={name}
      tags={
        <span className="tag" data-kind={state === 'waiting' ? 'good' : undefined}>
          {t[`state_${state}`]}
        </span>
      }
      facts={<Facts recovery={recovery} />}
      actions={
        offers.length > 0 && (
          <div className="button-row">
            {offers.map(({ id, text, onPress }) => (
              <Button
                key={id}
                aria-haspopup="dialog"
                aria-label={`${text}${colon}${name}`}
                onClick={onPress}
              >
                {text}
              </Button>
            ))}
          </div>
        )
      }
    />
  )
}

function Facts({ recovery }: { recovery: Recovery }) {
  const t = useMessages(messages)
  const { state, askedBy, decidedBy, reason, phone, notBefore, askedAt } = recovery
  return (
    <>
      <Fact name={t.askedBy}>
        <bdi>{askedBy || t.support}</bdi>
      </Fact>
      <Fact name={t.reason}>
        {reason === '' ? <span className="soft">{t.noReason}</span> : <bdi>{reason}</bdi>}
      </Fact>
      {phone !== '' && (
        <Fact name={t.phone}>
          <bdi dir="ltr">{phone}</bdi>
        </Fact>
      )}
      <Fact name={t.asked}>
        <Moment time={askedAt} />
      </Fact>
      <Fact name={t.mailedFrom}>
        <Moment time={notBefore} />
      </Fact>
      {state === 'waiting' ? (
        <Fact name={t.decidedBy}>
          <bdi>{decidedBy || t.support}</bdi>
        </Fact>
      ) : (
        <Fact name={t.expires}>
          <Moment time={recovery.expiresAt} />
        </Fact>
      )}
      {state === 'asked' && !recovery.mayDecide && <Fact name={t.decision}>{t.mayNotDecide}</Fact>}
    </>
  )
}
