/** She was asked for a fresh code and did not want to show one. */
export class StepUpCancelled extends Error {}
