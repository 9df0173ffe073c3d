//! An SQLite VFS that passes everything to the default one and records what is written. Registered as the default, so the
//! store's own code runs on it unchanged.
//!
//! A VFS is a table of C functions, hence the unsafe code. The file of a VFS is memory that SQLite allocates: first our
//! [`ShimFile`], then the file of the real VFS.

#![allow(unsafe_code, reason = "a VFS of SQLite is a table of C functions")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use rusqlite::ffi;

use super::recording::{Inode, Recording};

/// The recordings in progress. A file belongs to the one whose folder it is in.
static RECORDINGS: Mutex<Vec<Recording>> = Mutex::new(Vec::new());

/// The address of the real VFS.
static REAL: OnceLock<usize> = OnceLock::new();

/// Our part of an open file.
#[repr(C)]
struct ShimFile {
    base: ffi::sqlite3_file,
    /// The recording and the file in it; null if the file is not recorded.
    recorded: *mut (Recording, Inode, PathBuf),
    /// Whether the first sync also syncs the folder, as the real VFS does for the write-ahead log.
    syncs_folder: bool,
}

/// Offset of the real file.
const REAL_OFFSET: usize = size_of::<ShimFile>().next_multiple_of(16);

/// Records what SQLite writes below the folder of a recording, until the guard is dropped.
pub(super) fn record(recording: &Recording) -> RecordingGuard {
    register();
    RECORDINGS.lock().unwrap_or_else(PoisonError::into_inner).push(recording.clone());
    RecordingGuard(recording.clone())
}

/// Ends a recording when dropped.
#[derive(Debug)]
pub(super) struct RecordingGuard(Recording);

impl Drop for RecordingGuard {
    fn drop(&mut self) {
        RECORDINGS.lock().unwrap_or_else(PoisonError::into_inner).retain(|recording| !recording.is_same(&self.0));
    }
}

/// Registers the VFS as the default.
pub(super) fn register() {
    REAL.get_or_init(|| {
        // SAFETY: SQLite's list of VFSs has at least the default one, which lives as long as the process. Its copy keeps the
        // functions that do not concern files; they get the copy, which has the same application data.
        unsafe {
            let real = ffi::sqlite3_vfs_find(std::ptr::null());
            assert!(!real.is_null(), "SQLite has a default VFS");
            let mut shim = *real;
            shim.zName = c"halfboard-powerloss".as_ptr();
            shim.szOsFile += c_int::try_from(REAL_OFFSET).expect("a small struct");
            shim.pNext = std::ptr::null_mut();
            shim.xOpen = Some(open);
            shim.xDelete = Some(delete);
            let registered = ffi::sqlite3_vfs_register(Box::leak(Box::new(shim)), 1);
            assert_eq!(registered, ffi::SQLITE_OK, "the VFS is registered");
            real as usize
        }
    });
}

fn real_vfs() -> *mut ffi::sqlite3_vfs {
    REAL.get().copied().unwrap_or_default() as *mut ffi::sqlite3_vfs
}

/// Calls a method of the real file.
macro_rules! forward {
    ($file:expr, $method:ident($($argument:expr),*)) => {{
        let inner = inner($file);
        match (*(*inner).pMethods).$method {
            Some(method) => method(inner, $($argument),*),
            None => ffi::SQLITE_ERROR,
        }
    }};
}

/// Returns the real file.
///
/// # Safety
///
/// `file` must be a file of this VFS.
unsafe fn inner(file: *mut ffi::sqlite3_file) -> *mut ffi::sqlite3_file {
    // SAFETY: SQLite allocated the size of both.
    unsafe { file.cast::<u8>().add(REAL_OFFSET).cast() }
}

/// Returns the recording of a file.
///
/// # Safety
///
/// `file` must be an open file of this VFS.
unsafe fn recorded<'a>(file: *mut ffi::sqlite3_file) -> Option<&'a (Recording, Inode, PathBuf)> {
    // SAFETY: the pointer is null or that of a box that lives until the file is closed.
    unsafe { (*file.cast::<ShimFile>()).recorded.as_ref() }
}

unsafe extern "C" fn open(
    _: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    // SAFETY: SQLite passes memory of `szOsFile` bytes and a name that is null or ends with a zero.
    unsafe {
        let shim = file.cast::<ShimFile>();
        (*shim).base.pMethods = std::ptr::null();
        (*shim).recorded = std::ptr::null_mut();
        (*shim).syncs_folder = flags & (ffi::SQLITE_OPEN_WAL | ffi::SQLITE_OPEN_MAIN_JOURNAL) != 0;
        let path = (!name.is_null()).then(|| PathBuf::from(CStr::from_ptr(name).to_string_lossy().into_owned()));
        let existed = path.as_ref().is_some_and(|path| path.exists());
        let Some(open) = (*real_vfs()).xOpen else { return ffi::SQLITE_ERROR };
        let opened = open(real_vfs(), name, inner(file), flags, out);
        if !(*inner(file)).pMethods.is_null() {
            (*shim).base.pMethods = &METHODS;
        }
        if let (ffi::SQLITE_OK, Some(path)) = (opened, path) {
            let recordings = RECORDINGS.lock().unwrap_or_else(PoisonError::into_inner);
            let found =
                recordings.iter().find_map(|recording| Some((recording.clone(), recording.open(&path, existed)?)));
            if let Some((recording, inode)) = found {
                (*shim).recorded = Box::into_raw(Box::new((recording, inode, path)));
            }
        }
        opened
    }
}

unsafe extern "C" fn delete(_: *mut ffi::sqlite3_vfs, name: *const c_char, sync_folder: c_int) -> c_int {
    // SAFETY: SQLite passes a name that ends with a zero.
    unsafe {
        let Some(delete) = (*real_vfs()).xDelete else { return ffi::SQLITE_ERROR };
        let deleted = delete(real_vfs(), name, 0);
        let path = PathBuf::from(CStr::from_ptr(name).to_string_lossy().into_owned());
        if deleted == ffi::SQLITE_OK {
            for recording in RECORDINGS.lock().unwrap_or_else(PoisonError::into_inner).iter() {
                recording.remove(&path);
                if sync_folder != 0 {
                    recording.sync_folder(path.parent().unwrap_or(Path::new("")));
                }
            }
        }
        deleted
    }
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    // SAFETY: the file is open; its box is freed once.
    unsafe {
        let shim = file.cast::<ShimFile>();
        if !(*shim).recorded.is_null() {
            drop(Box::from_raw((*shim).recorded));
            (*shim).recorded = std::ptr::null_mut();
        }
        forward!(file, xClose())
    }
}

unsafe extern "C" fn read(file: *mut ffi::sqlite3_file, into: *mut c_void, count: c_int, offset: i64) -> c_int {
    // SAFETY: the arguments are SQLite's.
    unsafe { forward!(file, xRead(into, count, offset)) }
}

unsafe extern "C" fn write(file: *mut ffi::sqlite3_file, from: *const c_void, count: c_int, offset: i64) -> c_int {
    // SAFETY: SQLite passes `count` bytes.
    unsafe {
        let written = forward!(file, xWrite(from, count, offset));
        if let (ffi::SQLITE_OK, Some((recording, inode, _))) = (written, recorded(file)) {
            let bytes = std::slice::from_raw_parts(from.cast::<u8>(), usize::try_from(count).unwrap_or(0));
            recording.write(*inode, u64::try_from(offset).unwrap_or(0), bytes);
        }
        written
    }
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, length: i64) -> c_int {
    // SAFETY: the arguments are SQLite's.
    unsafe {
        let done = forward!(file, xTruncate(length));
        if let (ffi::SQLITE_OK, Some((recording, inode, _))) = (done, recorded(file)) {
            recording.truncate(*inode, u64::try_from(length).unwrap_or(0));
        }
        done
    }
}

/// Records a sync. Nothing is synced to the real disk, which is not what is tested.
unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, _: c_int) -> c_int {
    // SAFETY: the file is open.
    unsafe {
        let shim = file.cast::<ShimFile>();
        if let Some((recording, inode, path)) = recorded(file) {
            recording.sync(*inode);
            if (*shim).syncs_folder {
                recording.sync_folder(path.parent().unwrap_or(Path::new("")));
                (*shim).syncs_folder = false;
            }
        }
        ffi::SQLITE_OK
    }
}

unsafe extern "C" fn file_size(file: *mut ffi::sqlite3_file, size: *mut i64) -> c_int {
    // SAFETY: the arguments are SQLite's.
    unsafe { forward!(file, xFileSize(size)) }
}

unsafe extern "C" fn lock(file: *mut ffi::sqlite3_file, level: c_int) -> c_int {
    // SAFETY: the arguments are SQLite's.
    unsafe { forward!(file, xLock(level)) }
}

unsafe extern "C" fn unlock(file: *mut ffi::sqlite3_file, level: c_int) -> c_int {
    // SAFETY: the arguments are SQLite's.
    unsafe { forward!(file, xUnlock(level)) }
}

unsafe extern "C" fn check_reserved(file: *mut ffi::sqlite3_file, out: *mut c_int) -> c_int {
    // SAFETY: the arguments are SQLite's.
    unsafe { forward!(file, xCheckReservedLock(out)) }
}

unsafe extern "C" fn control(file: *mut ffi::sqlite3_file, op: c_int, argument: *mut c_void) -> c_int {
    // SAFETY: the arguments are SQLite's.
    unsafe { forward!(file, xFileControl(op, argument)) }
}

/// Returns no more than a real disk promises: the size of a sector.
unsafe extern "C" fn sector_size(_: *mut ffi::sqlite3_file) -> c_int {
    512
}

/// Promises nothing: no atomic writes, no order, no safe overwrites.
unsafe extern "C" fn characteristics(_: *mut ffi::sqlite3_file) -> c_int {
    0
}

unsafe extern "C" fn shm_map(
    file: *mut ffi::sqlite3_file,
    page: c_int,
    size: c_int,
    extend: c_int,
    out: *mut *mut c_void,
) -> c_int {
    // SAFETY: the arguments are SQLite's.
    unsafe { forward!(file, xShmMap(page, size, extend, out)) }
}

unsafe extern "C" fn shm_lock(file: *mut ffi::sqlite3_file, offset: c_int, count: c_int, flags: c_int) -> c_int {
    // SAFETY: the arguments are SQLite's.
    unsafe { forward!(file, xShmLock(offset, count, flags)) }
}

unsafe extern "C" fn shm_barrier(file: *mut ffi::sqlite3_file) {
    // SAFETY: the file is open.
    unsafe {
        let inner = inner(file);
        if let Some(barrier) = (*(*inner).pMethods).xShmBarrier {
            barrier(inner);
        }
    }
}

unsafe extern "C" fn shm_unmap(file: *mut ffi::sqlite3_file, delete: c_int) -> c_int {
    // SAFETY: the arguments are SQLite's.
    unsafe { forward!(file, xShmUnmap(delete)) }
}

/// The methods of a file. Version 2: with shared memory, without memory maps, which would bypass the recording.
static METHODS: ffi::sqlite3_io_methods = ffi::sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved),
    xFileControl: Some(control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};
