/** Catches what a lab throws while drawing, says so, and leaves the rest of the page usable. */
import { Component, type ReactNode } from "react";

interface Props {
  readonly children: ReactNode;
}
interface State {
  readonly failure: string | null;
}

/** Give it a key per lab, so that another lab starts without the failure. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return (
      <div className="failure" role="alert">
        <h2>This part of the page has failed</h2>
        <p>
          What was said: <q>{failure}</q>
        </p>
        <p>
          Reload the page to start over. The settings are in the address and stay; an unfinished run is offered again where the
          browser keeps runs.
        </p>
        <button type="button" className="plain-button" onClick={() => window.location.reload()}>
          Reload the page
        </button>
      </div>
    );
  }
}
