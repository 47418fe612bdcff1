import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/confirm.tsx'
import { nameOf } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { FieldFault } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ReasonField } from '#web/ui/reason-dialog.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
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
}
type Change = { user: Candidate; isNew: boolean }

/** Shows the owners. The provider names the first owner, and owners name further ones. */
export function Owners({ id, delegation, onChanged }: Props) {
  const t = useMessages(messages)
  const [change, setChange] = useState<Change>()
  const { owners, delegated } = delegation
  const isOwned = owners.some(({ active }) => active)
  return (
    <Panel title={t.owners} intro={t.ownersHint}>
      {delegated && !isOwned && <Notice kind="warning">{t.noOwner}</Notice>}
      {owners.length > 0 && (
        <ul className={styles.owners}>
          {owners.map((owner) => (
            <li key={owner.id}>
              <span>
                <bdi>{nameOf(owner)}</bdi>
                <bdi className="second-line">{owner.email}</bdi>
                {!owner.active && <span className="tag">{t.deactivated}</span>}
              </span>
              <Button
                isInRow
                aria-haspopup="dialog"
                aria-label={`${t.remove}: ${nameOf(owner)}`}
                onClick={() => setChange({ user: owner, isNew: false })}
              >
                {t.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <CandidateBox id={id} owners={owners} onChoose={(user) => setChange({ user, isNew: true })} />
      {change && (
        <OwnerDialog
          {...{ id, owners, onChanged }}
          change={change}
          onClose={() => setChange(undefined)}
        />
      )}
    </Panel>
  )
}

type BoxProps = { id: string; owners: readonly Owner[]; onChoose: (user: Candidate) => void }

function CandidateBox({ id, owners, onChoose }: BoxProps) {
  const t = useMessages(messages)
  const [q, setQ] = useState('')
  const found = useQuery({
    queryKey: ['owner-candidates', id, q],
    queryFn: ({ signal }) =>
      call(findOwnerCandidates, { params: { id }, query: { q } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const others = (found.data ?? []).filter((each) => owners.every((owner) => owner.id !== each.id))
  return (
    <>
      <SearchBox
        label={t.addOwner}
        name="owner"
        placeholder={t.findUser}
        buttonLabel={t.showUsers}
        emptyText={t.noUsers}
        items={others.map((user) => ({ id: user.id, text: `${nameOf(user)} · ${user.email}` }))}
        chosen={undefined}
        answered={found.isPlaceholderData ? undefined : q}
        fault={undefined}
        notChosen={t.chooseUser}
        onSearch={setQ}
        onChoose={(chosen) => {
          const user = others.find((each) => each.id === chosen)
          if (user) onChoose(user)
        }}
      />
      {found.error && (
        <Failure text={t.usersFailed} error={found.error} onRetry={() => void found.refetch()} />
      )}
    </>
  )
}

type DialogProps = Omit<Props, 'delegation'> & {
  owners: readonly Owner[]
  change: Change
  onClose: () => void
}

function OwnerDialog({ id, owners, change: { user, isNew }, onChanged, onClose }: DialogProps) {
  const t = useMessages(messages)
  const facts = { name: nameOf(user) }
  const kept = owners.map((each) => each.id).filter((each) => each !== user.id)
  const form = useForm(setOwners, t, {
    empty: { reason: '', owners: '' },
    params: { id },
    toBody: ({ reason }) => ({ owners: isNew ? [...kept, user.id] : kept, reason }),
    onDone: (changed) => {
      showSuccess(t.ownersSaved)
      onChanged(changed)
      onClose()
    },
  })
  return (
    <FormDialog
      title={(isNew ? t.askName : t.askRemove)(facts)}
      action={isNew ? t.nameOwner : t.remove}
      isDangerous={!isNew}
      onClose={onClose}
      form={form}
      fields={
        <>
          <ReasonField form={form} label={t.reason} isOptional />
          <FieldFault form={form} name="owners" />
        </>
      }
    >
      <p>{(isNew ? t.nameEffect : t.removeEffect)(facts)}</p>
    </FormDialog>
  )
}
