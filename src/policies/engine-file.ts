/** Fetching the binary of an engine, so that one that is not to be had is named, with what to do. */
import { fetchPatiently, fetchProblem } from "./manifest.ts";

/** The response to an engine's file. `what` names it: "The file plain.wasm of the simd engine". Throws Error with a sentence. */
export async function fetchEngineFile(address: string, what: string, fetcher = fetchPatiently): Promise<Response> {
  let response: Response;
  try {
    response = await fetcher(address);
  } catch (error) {
    throw new Error(`${what} ${fetchProblem(error)} Another backend may be there too.`);
  }
  if (!response.ok || response.headers.get("content-type")?.includes("text/html"))
    throw new Error(
      `${what} is not to be had (the server answered ${response.status}); reload the page, or choose another backend.`,
    );
  return response;
}
