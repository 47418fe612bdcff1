import { useState } from 'react'
import { fill } from '#contract/locale.ts'
import { errorCodes, type Refusal } from '#contract/refusal.ts'
import { Notice } from './notice.tsx'

type Conflict = { by: string | undefined }

/** Somebody else was faster: who that was. */
export function useConflict() {
  const [conflict, setConflict] = useState<Conflict>()
  function onRefused(refusal: Refusal): boolean {
    if (refusal.code !== errorCodes.changedMeanwhile) return false
    setConflict({ by: refusal.faults[0]?.by })
    return true
  }
  return { conflict, onRefused }
}

type Props = Conflict & {
  onReload: () => void
  /** What it is that was changed decides its gender, so each feature has its own words. */
  t: { changedBy: string; changedBySomebody: string; reload: string }
}

export function ConflictNotice({ by, onReload, t }: Props) {
  return (
    <Notice kind="warning">
      {by === undefined ? t.changedBySomebody : fill(t.changedBy, { name: by })}{' '}
      <button type="button" className="quiet-button" onClick={onReload}>
        {t.reload}
      </button>
    </Notice>
  )
}
