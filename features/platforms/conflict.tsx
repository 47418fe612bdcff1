import { useState } from 'react'
import { fill } from '#contract/locale.ts'
import { all, type Refusal } from '#contract/refusal.ts'
import { useWords } from '#web/locale.ts'
import { Notice } from '#web/notice.tsx'
import { words } from './messages.ts'

type Conflict = { by: string | undefined }

/** Somebody else was faster: who that was. */
export function useConflict() {
  const [conflict, setConflict] = useState<Conflict>()
  function onRefused(refusal: Refusal): boolean {
    if (refusal.code !== all.changedMeanwhile) return false
    setConflict({ by: refusal.faults[0]?.by })
    return true
  }
  return { conflict, onRefused }
}

export function ConflictNotice({ by, onReload }: Conflict & { onReload: () => void }) {
  const say = useWords(words)
  return (
    <Notice kind="warning">
      {by === undefined ? say.changedBySomebody : fill(say.changedBy, { name: by })}{' '}
      <button type="button" className="quiet-button" onClick={onReload}>
        {say.reload}
      </button>
    </Notice>
  )
}
