import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameOf } from '#contract/full-name.ts'
import { call } from '#web/api.ts'
import { useColon, useMessages } from '#web/locale.ts'
import { action, useActions } from '#web/ui/action.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { FieldFault } from '#web/ui/field.tsx'
import { onCode } from '#web/ui/form.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { missingReason } from '#web/ui/form-faults.ts'
import { ReasonField } from '#web/ui/reason-field.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { showError } from '#web/ui/snackbar.tsx'
import {
  findOwnerCandidates,
  setOwners,
  type DelegationDetails,
  type Owner,
} from './delegation-contract.ts'
import { delegationPanelMessages as messages } from './texts/messages.ts'
import styles from './owners.module.css'

type Candidate = Omit<Owner, 'active'>
type Props = {
  id: string
  delegation: DelegationDetails
  onChanged: (changed: DelegationDetails) => void
  onReload: () => void
}

/** Shows the owners. The provider names the first owner, and owners name further ones. */
export function Owners(props: Props) {
  const { id, delegation } = props
  const t = useMessages(messages)
  const colon = useColon()
  const { ask, dialog } = useActions(useOwnerActions(props))
  const { owners, delegated } = delegation
  const hasActiveOwner = owners.some(({ active }) => active)
  return (
    <Panel title={t.owners} intro={t.ownersHint}>
      {delegated && !hasActiveOwner && <Notice kind="warning">{t.noOwner}</Notice>}
      {owners.length > 0 && (
        <ul className={styles.owners}>
          {owners.map((owner) => (
            <li key={owner.id} className="row-2 between">
              <span>
                <bdi>{nameOf(owner)}</bdi>
                <bdi className="second-line">{owner.email}</bdi>
                {!owner.active && <span className="tag">{t.deactivated}</span>}
              </span>
              <Button
                isInRow
                aria-haspopup="dialog"
                aria-label={`${t.remove}${colon}${nameOf(owner)}`}
                onClick={() => ask(owner, 'remove')}
              >
                {t.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <CandidateBox id={id} owners={owners} onChoose={(user) => ask(user, 'add')} />
      {dialog}
    </Panel>
  )
}

function useOwnerActions({ id, delegation, onChanged, onReload }: Props) {
  const t = useMessages(messages)
  const common = {
    endpoint: setOwners,
    params: { id },
    t,
    done: t.ownersSaved,
    onDone: onChanged,
    onRefused: onCode(setOwners.refusals.changedMeanwhile, () => {
      showError(t.changedBySomebody)
      onReload()
    }),
  }
  const expected = delegation.owners.map((owner) => owner.id)
  const formSaving = (owners: readonly string[]) => ({
    // `owners` has no input; as a value of the form, it places the errors of the owners.
    initial: { reason: '', owners: '' },
    check: missingReason,
    toBody: ({ reason }: { reason: unknown }) => ({ owners, expected, reason }),
    fields: (form: FormState<'reason' | 'owners'>) => (
      <>
        <ReasonField form={form} label={t.reason} />
        <FieldFault form={form} name="owners" />
      </>
    ),
  })
  return (user: Candidate) => {
    const facts = { name: nameOf(user) }
    const others = expected.filter((ownerId) => ownerId !== user.id)
    return {
      add: action({
        ...common,
        text: t.nameOwner,
        form: formSaving([...others, user.id]),
        title: t.askName(facts),
        effect: t.nameEffect(facts),
      }),
      remove: action({
        ...common,
        text: t.remove,
        danger: 'usual',
        form: formSaving(others),
        title: t.askRemove(facts),
        effect: t.removeEffect(facts),
      }),
    }
  }
}

type BoxProps = { id: string; owners: readonly Owner[]; onChoose: (user: Candidate) => void }

function CandidateBox({ id, owners, onChoose }: BoxProps) {
  const t = useMessages(messages)
  const [q, setQ] = useState('')
  const candidates = useQuery({
    queryKey: ['owner-candidates', id, q],
    queryFn: ({ signal }) =>
      call(findOwnerCandidates, { params: { id }, query: { q } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const ownerIds = owners.map((owner) => owner.id)
  const others = (candidates.data ?? []).filter((each) => !ownerIds.includes(each.id))
  return (
    <>
      <SearchBox
        label={t.addOwner}
        name="owner"
        placeholder={t.findUser}
        buttonLabel={t.showUsers}
        emptyText={t.noUsers}
        items={others.map((user) => ({ id: user.id, text: `${nameOf(user)} · ${user.email}` }))}
        selectedItem={undefined}
        answeredText={candidates.isPlaceholderData ? undefined : q}
        unclearText={t.chooseUser}
        onSearch={setQ}
        onChoose={(userId) => {
          const user = others.find((each) => each.id === userId)
          if (user) onChoose(user)
        }}
      />
      {candidates.error && (
        <Failure
          text={t.usersFailed}
          error={candidates.error}
          onRetry={() => void candidates.refetch()}
        />
      )}
    </>
  )
}
