/** Values that the build puts in (vite.config.ts). */

/** Package version and commit, as "0.1.0+a1b2c3d4e5"; the commit is "unknown" where there was no git. */
declare const __APP_VERSION__: string;
