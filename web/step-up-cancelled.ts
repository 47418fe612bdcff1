/** The user closed the step-up dialog without a code. */
export class StepUpCancelled extends Error {}
